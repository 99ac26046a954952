public import Replication

/// The place where a person stopped reading a document, at any width of the screen.
///
/// It is a small record beside the document's, so that it makes no version, edits no bookmark and
/// is not undone. If two devices have one, the later one counts.
public struct ReadingPlace: Sendable, Hashable {
    /// The id of the document.
    public var document: String
    /// The number of the block of the text, and of the character in it, both from 0.
    public var block: Int
    public var offset: Int

    public init(document: String, block: Int = 0, offset: Int = 0) {
        self.document = document
        self.block = block
        self.offset = offset
    }

    /// The prefix of the keys of places.
    public static let keyPrefix = "r."

    /// The key of the place's record.
    public var key: String { Self.keyPrefix + document }

    /// The value of the place's record.
    public var value: PropertyListValue { .string("\(block) \(offset)") }

    /// Reads a place from the value of its record; `nil` for any other value.
    public init?(document: String, value: PropertyListValue?) {
        let words = value?.string?.split(separator: " ").map { Int($0) } ?? []
        guard words.count == 2, let block = words[0], let offset = words[1], block >= 0,
            offset >= 0
        else { return nil }
        self.init(document: document, block: block, offset: offset)
    }
}
