/// The text of the settings file: a name, an equals sign and a value on each line, and comments on
/// lines that begin with `#`. A program's changes keep the text of other lines, but end every line
/// with a line feed.
public struct SettingsDocument: Sendable, Hashable {
    /// A line with a setting.
    public struct Entry: Sendable, Hashable {
        /// The line number, from 1.
        public var line: Int
        public var name: String
        public var value: String
    }

    /// A line of text, or bytes that are not text and stay as they are.
    private enum Line: Sendable, Hashable {
        case text(String)
        case unreadable([UInt8])

        var text: String {
            if case .text(let text) = self { text } else { "" }
        }

        var bytes: [UInt8] {
            switch self {
            case .text(let text): Array(text.utf8)
            case .unreadable(let bytes): bytes
            }
        }
    }

    private var lines: [Line]

    /// Reads the bytes of a file, whatever they are.
    public init(bytes: [UInt8] = []) {
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .flatMap { piece -> [Line] in
                let isDOS = piece.last == UInt8(ascii: "\r")
                let piece = isDOS ? piece.dropLast() : piece
                guard let text = String(validating: piece, as: UTF8.self) else {
                    return [.unreadable(Array(piece))]
                }
                // Lone carriage returns and Unicode's line separators end lines, too.
                return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                    .map { .text(String($0)) }
            }
        if lines.last == .text("") { lines.removeLast() }
    }

    /// Reads a text.
    public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

    /// The bytes of the whole file.
    public var bytes: [UInt8] { lines.flatMap { $0.bytes + [UInt8(ascii: "\n")] } }

    /// The settings of the file, in the order of its lines.
    public var entries: [Entry] {
        lines.enumerated().compactMap { index, line in
            guard let (name, value) = Self.parts(line.text) else { return nil }
            return Entry(line: index + 1, name: name, value: value)
        }
    }

    /// The problems of lines that are neither settings, comments nor empty.
    public var problems: [SettingsProblem] {
        lines.enumerated().compactMap { index, line in
            if case .unreadable = line {
                return SettingsProblem(line: index + 1, "it is not UTF-8 text")
            }
            let text = line.text.trimmed
            if text.isEmpty || text.hasPrefix("#") || Self.parts(text) != nil { return nil }
            return SettingsProblem(
                line: index + 1,
                "“\(text.prefix(60))” is not a setting: write NAME = VALUE, or # before a "
                    + "comment")
        }
    }

    /// Sets a value: on the last line with that name, or on a new line at the end.
    public mutating func set(_ name: String, to value: String) {
        let line = Line.text(value.isEmpty ? "\(name) =" : "\(name) = \(value)")
        if let index = lines.lastIndex(where: { Self.parts($0.text)?.name == name }) {
            lines[index] = line
        } else {
            lines.append(line)
        }
    }

    /// Removes all lines with that name, and returns whether there were any.
    @discardableResult
    public mutating func remove(_ name: String) -> Bool {
        let count = lines.count
        lines.removeAll { Self.parts($0.text)?.name == name }
        return lines.count < count
    }

    private static func parts(_ line: String) -> (name: String, value: String)? {
        let text = line.trimmed
        guard !text.hasPrefix("#"), let equals = text.firstIndex(of: "=") else { return nil }
        let name = String(text[..<equals]).trimmed
        if name.isEmpty { return nil }
        return (name, String(text[text.index(after: equals)...]).trimmed)
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    fileprivate var trimmed: String {
        let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex
        return String(self[..<end].drop(while: \.isWhitespace))
    }
}
