import CLibMD

/// The name of a chunk, made of its content: whatever has the same name has the same content.
///
/// It is the SHA-256 of the bytes, in hexadecimal digits. Without a key, anyone with a page can
/// tell that an account has it; the chunks of sealed accounts are named by their key.
public struct ChunkName: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let description: String

    /// The name of a content.
    public init(of content: [UInt8]) {
        var state = SHA2_CTX()
        SHA256Init(&state)
        SHA256Update(&state, content, content.count)
        var hash = [UInt8](repeating: 0, count: Self.length)
        SHA256Final(&hash, &state)
        description = String(
            decoding: hash.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] },
            as: UTF8.self)
    }

    /// A name as ``description`` writes it; `nil` for any other text.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 2 * Self.length,
            text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
        else { return nil }
        description = String(text)
    }

    public static func < (a: Self, b: Self) -> Bool { a.description < b.description }

    /// How many bytes a hash has.
    private static let length = Int(SHA256_DIGEST_LENGTH)
    private static let digits = Array("0123456789abcdef".utf8)
}
