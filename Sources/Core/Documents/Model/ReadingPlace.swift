public import Replication

/// Where a person stopped to read a document: the same place at every width of the screen.
///
/// It is a small record of its own beside the document's, so that it is no version, no edit of a
/// bookmark and nothing to undo. Of two devices, the later one counts.
public struct ReadingPlace: Sendable, Hashable {
    /// The id of the document.
    public var document: String
    /// The number of the block of its text, and of the letter in it, from 0 on.
    public var block: Int
    public var offset: Int

    public init(document: String, block: Int = 0, offset: Int = 0) {
        self.document = document
        self.block = block
        self.offset = offset
    }

    /// The keys of places begin with this.
    public static let keyPrefix = "r."

    /// The key of its record.
    public var key: String { Self.keyPrefix + document }

    /// The value of its record.
    public var value: PropertyListValue { .string("\(block) \(offset)") }

    /// Reads the value back; `nil` for any other.
    public init?(document: String, value: PropertyListValue?) {
        let words = value?.string?.split(separator: " ").map { Int($0) } ?? []
        guard words.count == 2, let block = words[0], let offset = words[1], block >= 0,
            offset >= 0
        else { return nil }
        self.init(document: document, block: block, offset: offset)
    }
}
