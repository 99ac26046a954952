/// Reads the blocks of an edited text, one after the other.
struct EditTextReader {
    private typealias Scalars = Substring.UnicodeScalarView

    private let lines: [Scalars]
    /// The number of lines read so far, which is also the number of the last line.
    private var number = 0

    init(_ text: String) {
        var scalars = text[...].unicodeScalars
        if scalars.first == "\u{feff}" { scalars.removeFirst() }
        lines = scalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.last == "\r" ? line.dropLast() : line
        }
    }

    /// Reads the next block; returns `nil` at the end.
    mutating func next() throws(EditTextError) -> EditText.Block? {
        skipEmpty()
        guard let line = take() else { return nil }
        var block = try header(line)
        while let line = peek(), !isHeader(line) {
            number += 1
            if isComment(line) || isEmpty(line) { continue }
            try read(line, into: &block)
        }
        return block
    }

    // MARK: Lines

    private func peek() -> Scalars? { number < lines.count ? lines[number] : nil }

    private mutating func take() -> Scalars? {
        guard let line = peek() else { return nil }
        number += 1
        return line
    }

    private mutating func skipEmpty() {
        while let line = peek(), isComment(line) || isEmpty(line) { number += 1 }
    }

    private func isComment(_ line: Scalars) -> Bool { line.first == "#" }

    private func isEmpty(_ line: Scalars) -> Bool { line.allSatisfy(isBlank) }

    private func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    private func trimmed(_ line: Scalars) -> Scalars {
        var line = line.drop(while: isBlank)
        while let last = line.last, isBlank(last) { line.removeLast() }
        return line
    }

    private func words(_ line: Scalars) -> [String] {
        line.split(whereSeparator: isBlank).map { String($0) }
    }

    private func isHeader(_ line: Scalars) -> Bool {
        guard let first = line.first, !isBlank(first) else { return false }
        return ["bookmark", "delete"].contains(words(line).first)
    }

    private func error(_ message: String) -> EditTextError {
        EditTextError(line: number, message: message)
    }

    // MARK: Blocks

    private func header(_ line: Scalars) throws(EditTextError) -> EditText.Block {
        guard isHeader(line) else {
            throw error(
                "A block begins with “bookmark” and an id, but this line comes before any block.")
        }
        let words = words(line)
        guard words.count == 2 else {
            throw error("After “\(words[0])” there must be one id and nothing else.")
        }
        return EditText.Block(
            id: BookmarkID.canonical(words[1]), line: number, isDeletion: words[0] == "delete",
            draft: BookmarkDraft())
    }

    private mutating func read(
        _ line: Scalars, into block: inout EditText.Block
    ) throws(EditTextError) {
        if let first = line.first, isBlank(first) {
            throw error(
                "A line that begins with spaces continues notes, but there are no notes here.")
        }
        let name = line.prefix { $0 != ":" }
        guard name.endIndex < line.endIndex else {
            throw error(
                "This is not a field: a field is a word with a colon. Further lines of notes begin "
                    + "with two spaces.")
        }
        guard let field = Bookmark.Field(rawValue: String(trimmed(name))) else {
            let fields = Bookmark.Field.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(
                "There is no field “\(String(name))”. Fields: \(fields). Further lines of notes "
                    + "begin with two spaces.")
        }
        guard block.lines.updateValue(number, forKey: field) == nil else {
            throw error("The field “\(field.rawValue)” appears twice in this block. Keep one.")
        }
        let value = trimmed(line[line.index(after: name.endIndex)...])
        do throws(EditValueError) {
            switch field {
            case .url: block.draft.url = try self.value(value)
            case .name: block.draft.name = try self.value(value)
            case .tags: block.draft.tags = try tags(value)
            case .folder: block.draft.folder = try self.value(value)
            case .notes: block.draft.notes = try notes(value)
            case .description: block.draft.description = try notes(value)
            case .unread: block.draft.isUnread = try EditValue.truth(value)
            case .archived: block.draft.isArchived = try EditValue.truth(value)
            }
        } catch {
            throw self.error(error.message)
        }
    }

    // MARK: Values

    private func value(_ text: Scalars) throws(EditValueError) -> String {
        guard text.first == "\"" else { return String(text) }
        var rest = text
        let value = try EditValue.takeQuoted(from: &rest)
        if !rest.isEmpty { throw .followed }
        return value
    }

    private func tags(_ text: Scalars) throws(EditValueError) -> [String] {
        var rest = text
        var tags: [String] = []
        while let first = rest.first {
            if isBlank(first) || first == "," {
                rest.removeFirst()
            } else if first == "\"" {
                tags.append(try EditValue.takeQuoted(from: &rest))
                if let next = rest.first, !isBlank(next), next != "," { throw .followed }
            } else {
                let word = rest.prefix { !isBlank($0) && $0 != "," }
                tags += Tags.parsed(String(word))
                rest = rest[word.endIndex...]
            }
        }
        return Tags.unique(tags)
    }

    /// Reads notes: the text after the colon, and the indented lines that follow.
    private mutating func notes(_ first: Scalars) throws(EditValueError) -> String {
        if first.first == "\"" { return try value(first) }
        var text = String(first)
        var blankLines = 0
        while let line = peek(), isComment(line) || isEmpty(line) || isBlank(line.first ?? "x") {
            number += 1
            if isComment(line) { continue }
            let rest = unindented(line)
            if isEmpty(line) && rest.isEmpty {
                blankLines += 1
                continue
            }
            text += String(repeating: "\n", count: blankLines + 1) + String(rest)
            blankLines = 0
        }
        // The field's own line counts only if it has text after the colon.
        return first.isEmpty ? String(text.unicodeScalars.drop { $0 == "\n" }) : text
    }

    private func unindented(_ line: Scalars) -> Scalars {
        if line.first == "\t" { return line.dropFirst() }
        return line.dropFirst(line.prefix(2).prefix { $0 == " " }.count)
    }
}
