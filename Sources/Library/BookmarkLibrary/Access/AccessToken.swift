/// A token that lets a program use this device's bookmarks through `cloudy serve`. Its text is not
/// kept.
public struct AccessToken: Sendable, Hashable, Identifiable {
    /// The rights of a token.
    public enum Scope: String, Sendable, Hashable, CaseIterable {
        /// May list and search.
        case read
        /// May do everything.
        case write
        /// May only add bookmarks, and ask whether a page is in the library.
        case add
    }

    /// The token's number, which rises and is never used again.
    public var id: Int
    public var scope: Scope
    /// Its purpose, in its owner's words.
    public var name: String
    /// The time when it was made, in seconds since 1970.
    public var created: Double
    /// The time when the token was last used, to the hour, in seconds since 1970; `nil` for never.
    public var used: Double?
    /// The SHA-256 of the token's text. The text is random, so one round of hashing suffices.
    var hash: String

    /// The prefix of a token's text, by which scanners find leaked tokens.
    static let prefix = "cloudy_"

    /// The token's line in the file, without its end.
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

    /// Returns whole seconds since 1970, as in ``line``; `nil` for any other text.
    private static func time(_ text: some StringProtocol) -> Double? {
        Int(text).flatMap { 0..<1 << 40 ~= $0 ? Double($0) : nil }
    }
}

/// The reason why a token cannot be made or revoked, as a sentence.
public struct AccessTokenError: Error, Sendable, Hashable, CustomStringConvertible {
    public var description: String

    init(_ description: String) { self.description = description }
}
