/// One content that a document had, or has.
public struct DocumentVersion: Sendable, Hashable {
    /// The name of the manifest, which identifies the content.
    public var content: ChunkName
    /// The length of the content in bytes.
    public var length: Int
    /// The time when the version was written, in seconds since 1970; whole milliseconds, as in
    /// ``text``.
    public var made: Double
    /// The device that wrote the version.
    public var device: String
    /// The contents that the version was made from: none for a first version, two for a merged one.
    public var parents: [ChunkName]
    /// Whether the version has conflict marks around lines of both parents.
    public var isConflicting: Bool

    public init(
        content: ChunkName, length: Int, made: Double, device: String, parents: [ChunkName] = [],
        isConflicting: Bool = false
    ) {
        self.content = content
        self.length = length
        self.made = (made * 1000).rounded() / 1000
        self.device = device
        self.parents = parents
        self.isConflicting = isConflicting
    }

    /// Returns the time of a new version: now, or the first millisecond after other versions, since
    /// the clock of another device may be ahead.
    public static func moment(_ now: Double, after versions: [DocumentVersion]) -> Double {
        let last = versions.map(\.made).max() ?? 0
        return (max(now, last + 0.001) * 1000).rounded() / 1000
    }

    /// Whether a version comes before another one in a history, the earliest first.
    static func isEarlier(_ a: Self, _ b: Self) -> Bool {
        // Writing both texts takes long, and is seldom necessary.
        a.made == b.made ? a.text < b.text : a.made < b.made
    }

    /// Whether a version comes before another one in a list, the latest first.
    static func isLater(_ a: Self, _ b: Self) -> Bool {
        a.made == b.made ? a.text < b.text : a.made > b.made
    }

    /// The latest time, in milliseconds. A later time could not be written exactly.
    private static let latest: UInt64 = 1 << 53

    /// The version as a line of text: content, length, time in milliseconds, parents, device. The
    /// parents are joined by `+`, followed by `!` if lines are in conflict; `-` means no parents.
    public var text: String {
        let names = parents.isEmpty ? "-" : parents.map(\.description).joined(separator: "+")
        let origin = names + (isConflicting ? "!" : "")
        return "\(content) \(length) \(Int64((made * 1000).rounded())) \(origin) \(device)"
    }

    /// Reads a version from its line of text; `nil` for any other text.
    public init?(_ text: String) {
        // As bytes, which is faster than characters: a list has many versions.
        let words = Array(text.utf8).split(
            separator: UInt8(ascii: " "), maxSplits: 4, omittingEmptySubsequences: false)
        guard words.count == 5, let content = ChunkName(digits: words[0]),
            let length = Int(String(decoding: words[1], as: UTF8.self)),
            0...Document.longest ~= length,
            let made = Int64(String(decoding: words[2], as: UTF8.self)),
            made.magnitude <= Self.latest
        else { return nil }
        isConflicting = words[3].last == UInt8(ascii: "!")
        let names = isConflicting ? words[3].dropLast() : words[3]
        parents = []
        if !names.elementsEqual("-".utf8) {
            let separator = UInt8(ascii: "+")
            for name in names.split(separator: separator, omittingEmptySubsequences: false) {
                guard let parent = ChunkName(digits: name), parents.count < 2 else { return nil }
                parents.append(parent)
            }
        }
        self.content = content
        self.length = length
        self.made = Double(made) / 1000
        device = String(decoding: words[4], as: UTF8.self)
    }
}
