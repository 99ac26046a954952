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
    /// The contents that it was made from: none for a first one, two for a merged one.
    public var parents: [ChunkName]
    /// Whether it shows lines of both parents that are in conflict.
    public var isConflicting: Bool

    public init(
        content: ChunkName, length: Int, made: Double, device: String, parents: [ChunkName] = [],
        isConflicting: Bool = false
    ) {
        self.content = content
        self.length = length
        self.made = made
        self.device = device
        self.parents = parents
        self.isConflicting = isConflicting
    }

    /// The latest time, in milliseconds: a later one could not be written exactly.
    private static let latest: UInt64 = 1 << 53

    /// A line of text: content, length, time in milliseconds, parents, device. The parents are
    /// joined by `+`, with a `!` behind them where lines are in conflict; `-` stands for none.
    public var text: String {
        let names = parents.isEmpty ? "-" : parents.map(\.description).joined(separator: "+")
        let origin = names + (isConflicting ? "!" : "")
        return "\(content) \(length) \(Int64((made * 1000).rounded())) \(origin) \(device)"
    }

    /// Reads the line back; `nil` for any other.
    public init?(_ text: String) {
        // As bytes, which are quicker than letters: a list has many versions.
        let words = text.utf8.split(
            separator: UInt8(ascii: " "), maxSplits: 4, omittingEmptySubsequences: false
        ).map { Substring($0) }
        guard words.count == 5, let content = ChunkName(words[0]), let length = Int(words[1]),
            0...Document.longest ~= length, let made = Int64(words[2]),
            made.magnitude <= Self.latest
        else { return nil }
        isConflicting = words[3].utf8.last == UInt8(ascii: "!")
        let names = isConflicting ? words[3].dropLast() : words[3]
        parents = []
        if names != "-" {
            let separator = UInt8(ascii: "+")
            for name in names.utf8.split(separator: separator, omittingEmptySubsequences: false)
                .map({ Substring($0) })
            {
                guard let parent = ChunkName(name), parents.count < 2 else { return nil }
                parents.append(parent)
            }
        }
        self.content = content
        self.length = length
        self.made = Double(made) / 1000
        device = String(words[4])
    }
}
