/// The data of a bookmark that queries test.
public struct QuerySubject: Sendable, Hashable {
    public var row: BookmarkRow
    public var details: BookmarkDetails
    /// Whether another bookmark leads to the same page.
    public var isDuplicate: Bool
    /// Whether the link was broken when this device last checked it.
    public var isBroken: Bool
    /// The terms of a query that the bookmark's documents fulfil.
    public var documents: Set<DocumentTerm>

    public init(
        _ row: BookmarkRow, details: BookmarkDetails = BookmarkDetails(),
        isDuplicate: Bool = false, isBroken: Bool = false, documents: Set<DocumentTerm> = []
    ) {
        self.row = row
        self.details = details
        self.isDuplicate = isDuplicate
        self.isBroken = isBroken
        self.documents = documents
    }

    var tags: [String] { row.separateTags }

    /// Returns the texts to search for a field, each separately.
    fileprivate func texts(in field: Query.Field) -> [String] {
        switch field {
        case .anywhere: [row.name, row.url] + tags
        case .name: [row.name]
        case .url: [row.url]
        case .notes: [details.notes]
        case .description: [details.description]
        }
    }
}

extension Query {
    /// Whether the query finds a bookmark. This is the reference definition, written without regard
    /// for speed.
    public func matches(_ subject: QuerySubject) throws(CostlyExpression) -> Bool {
        let row = subject.row
        guard asksForDeleted || !row.isDeleted else { return false }
        guard asksForArchived || !row.isArchived || row.isDeleted else { return false }
        var allowance = StepAllowance()
        return try root.matches(subject, &allowance)
    }

    /// Whether the query also searches deleted bookmarks: only if it has a term about them.
    public var asksForDeleted: Bool { root.asks(for: .deleted) }

    /// The query that finds the same among deleted bookmarks.
    public var amongDeleted: Query {
        if case .all(let nodes) = root { return Query(.all([.term(.deleted)] + nodes)) }
        return Query(.all([.term(.deleted), root]))
    }
}

extension Query.Node {
    fileprivate func matches(
        _ subject: QuerySubject, _ allowance: inout StepAllowance
    ) throws(CostlyExpression) -> Bool {
        switch self {
        case .all(let nodes):
            for node in nodes where try !node.matches(subject, &allowance) { return false }
            return true
        case .any(let nodes):
            for node in nodes where try node.matches(subject, &allowance) { return true }
            return false
        case .not(let node): return try !node.matches(subject, &allowance)
        case .term(.text(.expression(let expression), let field)):
            for text in subject.texts(in: field)
            where try expression.isFound(in: text, &allowance) { return true }
            return false
        case .term(let condition): return condition.matches(subject)
        }
    }
}

extension Query.Condition {
    fileprivate func matches(_ subject: QuerySubject) -> Bool {
        let row = subject.row
        switch self {
        case .text(.word(let word), .notes):
            return word.isFound(inNotes: subject.details.notes)
        case .text(.word(let word), .description):
            return word.isFound(inNotes: subject.details.description)
        case .text(.word(let word), .anywhere):
            return subject.texts(in: .anywhere).contains { word.isFound(in: $0) }
        case .text(.word(let word), let field):
            return subject.texts(in: field).contains { word.isFound(inField: $0) }
        // Expressions can fail, so the query matches them itself.
        case .text(.expression, _): return false
        case .tag(let word): return subject.tags.contains { word.begins($0) }
        case .tagged(let tag):
            return subject.tags.contains { tag.key.isEmpty || Tags.key(sought: $0) == tag.key }
        case .site(let word):
            let url = FoldedText.bytes(of: row.url)
            return word.isSite(of: url)
        case .folder(let word):
            var path = FoldedText.bytes(of: subject.details.folder, as: word.form)
            if word.isEmpty { return !path.isEmpty }
            // A folder ends with a slash, so that in:work/ does not find workshop.
            if !path.isEmpty { path.append(UInt8(ascii: "/")) }
            return word.begins(path[...], behind: UInt8(ascii: "/"))
        case .within(let folder):
            let path = FolderPath.normalized(subject.details.folder)
            return !path.isEmpty && FolderPath.Key(sought: path).isWithin(folder)
        case .before(let time): return row.added < time
        case .after(let time): return row.added >= time
        case .conflict: return row.hasConflict
        case .duplicate: return subject.isDuplicate
        case .broken: return subject.isBroken
        case .document(let term): return subject.documents.contains(term)
        case .unopened: return row.opens == 0
        case .unread: return row.isUnread
        case .archived: return row.isArchived
        case .deleted: return row.isDeleted
        }
    }
}

extension Expression {
    fileprivate func isFound(
        in text: String, _ allowance: inout StepAllowance
    ) throws(CostlyExpression) -> Bool {
        let folded = FoldedText.bytes(of: text, as: form)
        let matcher = ExpressionMatcher(self)
        let answer = folded.withUnsafeBytes { bytes in
            Result { () throws(CostlyExpression) in try matcher.first(in: bytes, &allowance) }
        }
        return try answer.get() != nil
    }
}

extension Query.Word {
    func isFound(in text: String) -> Bool { FoldedText.bytes(of: text, as: form).contains(bytes) }

    /// Works as ``isFound(in:)``; an empty word matches any non-empty text.
    fileprivate func isFound(inField text: String) -> Bool {
        isEmpty ? !FoldedText.bytes(of: text).isEmpty : isFound(in: text)
    }

    /// Works as ``isFound(inField:)``, but any white space matches any other.
    fileprivate func isFound(inNotes notes: String) -> Bool {
        if isEmpty { return isFound(inField: notes) }
        let text = NotesPhrase.joined(FoldedText.bytes(of: notes, as: form))
        return text.contains(NotesPhrase.joined(bytes))
    }

    fileprivate func begins(_ text: String) -> Bool {
        FoldedText.bytes(of: text, as: form).starts(with: bytes)
    }

    /// Whether folded text, or a part of it after one of these separators, begins with the word.
    fileprivate func begins<Bytes: RandomAccessCollection<UInt8>>(
        _ text: Bytes, behind sign: UInt8
    ) -> Bool {
        if text.starts(with: bytes) { return true }
        return text.indices.contains {
            text[$0] == sign && text[text.index(after: $0)...].starts(with: bytes)
        }
    }

    /// Whether the host of a folded address, or a part of it after a dot, begins with the word.
    func isSite<Bytes: RandomAccessCollection<UInt8>>(of url: Bytes) -> Bool
    where Bytes.Index == Int {
        let host = WebHost.host(in: url)
        return isEmpty ? !host.isEmpty : begins(host, behind: UInt8(ascii: "."))
    }
}

/// Finds the host of an address in any kind of bytes.
enum WebHost {
    /// Returns the host in bytes such as `https://user@www.swift.org:80/path`; empty if there is
    /// none.
    static func host<Bytes: RandomAccessCollection<UInt8>>(
        in url: Bytes
    ) -> Bytes.SubSequence where Bytes.Index == Int {
        guard let colon = url.firstIndex(where: { $0 == colonSign || isEnd($0) }),
            url.endIndex - colon > 2, url[colon] == colonSign,
            url[colon + 1] == UInt8(ascii: "/"), url[colon + 2] == UInt8(ascii: "/")
        else { return url.suffix(0) }
        var (start, end) = (colon + 3, colon + 3)
        var port: Int?
        while end < url.endIndex, !isEnd(url[end]), url[end] != UInt8(ascii: "\\") {
            switch url[end] {
            case UInt8(ascii: "@"): (start, port) = (end + 1, nil)
            // The colons of an IPv6 address are between brackets.
            case UInt8(ascii: "]"): port = nil
            case colonSign: port = port ?? end
            default: break
            }
            end += 1
        }
        return url[start..<(port ?? end)]
    }

    private static let colonSign = UInt8(ascii: ":")

    /// Whether a byte begins the path, the query or the fragment.
    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
