/// A token by which a program uses the bookmarks of this device through `cloudy serve`, as it is
/// kept: without its text.
public struct AccessToken: Sendable, Hashable, Identifiable {
    /// The rights of a token.
    public enum Scope: String, Sendable, Hashable, CaseIterable {
        /// To list and to search.
        case read
        /// Everything.
        case write
        /// To add bookmarks and to see whether a page is there, and nothing else.
        case add
    }

    /// Rises, and is never used again.
    public var id: Int
    public var scope: Scope
    /// Its purpose, in its owner's words.
    public var name: String
    /// When it was made, in seconds since 1970.
    public var created: Double
    /// When it was used last, to the hour, in seconds since 1970; `nil` if it never was.
    public var used: Double?
    /// The SHA-256 of its text. It is random, so that one round of a hash is as good as many.
    var hash: String

    /// The start of its text: scanners find it by this where it must not be.
    static let prefix = "cloudy_"

    /// A line of the file, without its end.
    var line: String {
        let used = used.map { "\(Int($0))" } ?? "-"
        return ["\(id)", scope.rawValue, "\(Int(created))", used, hash, name]
            .joined(separator: "\t")
    }

    init(id: Int, scope: Scope, name: String, created: Double, hash: String) {
        self.id = id
        self.scope = scope
        self.name = name
        self.created = created
        self.hash = hash
    }

    init?(line: some StringProtocol) {
        let parts = line.split(
            separator: "\t", maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 6, let id = Int(parts[0]), let scope = Scope(rawValue: "\(parts[1])"),
            let created = Self.time(parts[2]), parts[4].utf8.count == 64
        else { return nil }
        self.init(
            id: id, scope: scope, name: String(parts[5]), created: created, hash: String(parts[4]))
        used = Self.time(parts[3])
    }

    /// Whole seconds since 1970, as ``line`` has them; `nil` for any other text.
    private static func time(_ text: some StringProtocol) -> Double? {
        Int(text).flatMap { 0..<1 << 40 ~= $0 ? Double($0) : nil }
    }
}

/// Why a token cannot be made or revoked, in a sentence.
public struct AccessTokenError: Error, Sendable, Hashable, CustomStringConvertible {
    public var description: String

    init(_ description: String) { self.description = description }
}
