public import CloudServer

/// The stored facts about a token; its text is not stored.
public struct Token: Sendable, Hashable {
    public var id: Int64
    public var account: String
    /// The purpose of the token, in its owner's words.
    public var name: String
    public var scope: Access.Scope
    /// In milliseconds since 1970.
    public var created: Int64
    /// When it was last used, to the hour, or nil if never.
    public var used: Int64?
}

/// The text of a token: a prefix by which scanners find it where it must not be, and 256 random
/// bits.
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
