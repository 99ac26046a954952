public import CloudServer

/// The stored facts about a token, without its text.
public struct Token: Sendable, Hashable {
    public var id: Int64
    public var account: String
    /// The purpose of the token, in its owner's words.
    public var name: String
    public var scope: Access.Scope
    /// The time when the token was made, in milliseconds since 1970.
    public var created: Int64
    /// The time when the token was last used, in steps of an hour; `nil` if never.
    public var used: Int64?
}

/// The text of a token: a prefix, with which scanners find leaked tokens, and 256 random bits.
enum TokenText {
    private static let prefix = "cloudy_"

    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return prefix + digits(bytes)
    }

    static func digits(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
