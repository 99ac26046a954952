import CLibMD

/// The name of a chunk, derived from its content: chunks with the same name have the same content.
///
/// The name is the SHA-256 of the bytes, in hexadecimal digits. It lets anyone with a copy of a
/// page find out that an account has it. In a sealed account, the cloud knows chunks by names made
/// with its key.
public struct ChunkName: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let description: String

    /// Makes the name of a content.
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

    /// Reads a name in the form of ``description``; `nil` for any other text.
    public init?(_ text: some StringProtocol) {
        self.init(digits: text.utf8)
    }

    /// Reads a name from the bytes of its ``description``.
    init?(digits: some Collection<UInt8>) {
        guard digits.count == 2 * Self.length,
            digits.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
        else { return nil }
        description = String(decoding: digits, as: UTF8.self)
    }

    public static func < (a: Self, b: Self) -> Bool { a.description < b.description }

    /// The length of a hash in bytes.
    private static let length = Int(SHA256_DIGEST_LENGTH)
    private static let digits = Array("0123456789abcdef".utf8)
}
