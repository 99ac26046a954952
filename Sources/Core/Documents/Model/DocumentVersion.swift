/// One content that a document had, or has.
public struct DocumentVersion: Sendable, Hashable {
    /// The name of its manifest, which stands for the content.
    public var content: ChunkName
    /// How many bytes the content has.
    public var length: Int
    /// When it was written, in seconds since 1970.
    public var made: Double
    /// The device that wrote it.
    public var device: String
    /// The version that it was made from; `nil` for a first one.
    public var parent: ChunkName?

    public init(
        content: ChunkName, length: Int, made: Double, device: String, parent: ChunkName? = nil
    ) {
        self.content = content
        self.length = length
        self.made = made
        self.device = device
        self.parent = parent
    }

    /// A line of text: content, length, time in milliseconds, parent or `-`, device.
    public var text: String {
        let parent = parent?.description ?? "-"
        return "\(content) \(length) \(Int64((made * 1000).rounded())) \(parent) \(device)"
    }

    /// Reads the line back; `nil` for any other.
    public init?(_ text: String) {
        let words = text.split(
            separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        guard words.count == 5, let content = ChunkName(words[0]), let length = Int(words[1]),
            0...Document.longest ~= length, let made = Int64(words[2])
        else { return nil }
        self.init(
            content: content, length: length, made: Double(made) / 1000, device: String(words[4]),
            parent: ChunkName(words[3]))
        if parent == nil, words[3] != "-" { return nil }
    }
}
