/// The tokens for programs that use the bookmarks through `cloudy serve`.
public protocol AccessLibrary: Sendable {
    /// Returns all valid tokens, the oldest first.
    func accessTokens() throws -> [AccessRow]
    /// Makes a token. Returns its text, which is not kept.
    func addAccessToken(name: String, scope: AccessScope) throws -> String
    /// Revokes a token; does nothing if it is already gone.
    func revokeAccessToken(_ number: Int) throws
}

/// The rights of a token.
public enum AccessScope: String, Sendable, Hashable {
    case read, write, add
}

/// A row of the page of tokens.
public struct AccessRow: Sendable, Hashable {
    public var number: Int
    /// The purpose of the token, in its owner's words.
    public var name: String
    /// The rights of the token: `read`, `write` or `add`.
    public var scope: String
    /// The times when the token was made, and when it was last used, in seconds since 1970.
    public var created: Double
    public var used: Double?

    public init(number: Int, name: String, scope: String, created: Double, used: Double? = nil) {
        self.number = number
        self.name = name
        self.scope = scope
        self.created = created
        self.used = used
    }
}

/// Asks for the tokens.
public struct AccessRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> [AccessRow] {
        try library.accessTokens()
    }
}

/// Makes a token; the answer is its text.
public struct AddAccessToken: PageRequest {
    public var name: String
    public var scope: AccessScope

    public init(name: String, scope: AccessScope) {
        self.name = name
        self.scope = scope
    }

    public func answer(from library: any PageLibrary) throws -> String {
        try library.addAccessToken(name: name, scope: scope)
    }
}

/// Revokes a token; the answer is its name.
public struct RevokeAccessToken: PageRequest {
    public var number: Int
    public var name: String

    public init(number: Int, name: String) {
        self.number = number
        self.name = name
    }

    public func answer(from library: any PageLibrary) throws -> String {
        try library.revokeAccessToken(number)
        return name
    }
}
