public import CloudServer
import Crypto

/// What is kept of a token; its text is not.
public struct Token: Sendable, Hashable {
    public var id: Int64
    public var account: String
    /// What it is for, in words of who made it.
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

    fileprivate static func digits(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}

/// What is stored of a token. It is random, so that one round of a hash is as good as many.
///
/// An index finds it by its beginning, which tells nobody how to get to a token; what was found is
/// compared as a whole, in a time that does not depend on where it differs.
struct TokenHash: Sendable {
    private static let indexedBytes = 8
    private let digest: SHA256.Digest

    init(of text: String) { digest = SHA256.hash(data: Array(text.utf8)) }

    var bytes: [UInt8] { Array(digest) }

    var hexadecimal: String { TokenText.digits(bytes) }

    /// What the hashes that an index gives begin with.
    var indexed: [UInt8] { Array(digest.prefix(Self.indexedBytes)) }

    var hexadecimalIndexed: String { TokenText.digits(indexed) }

    /// The last one that they can be; the first one is ``indexed`` itself.
    var lastIndexed: [UInt8] { indexed + Array(repeating: .max, count: SHA256.byteCount) }

    func isSame(as stored: [UInt8]) -> Bool { digest == stored }

    /// The same for one that is stored in digits.
    func isSame(asDigits stored: some StringProtocol) -> Bool {
        guard stored.utf8.count == 2 * SHA256.byteCount else { return false }
        var (bytes, rest) = ([UInt8](), stored[...])
        while let byte = UInt8(rest.prefix(2), radix: 16) {
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return isSame(as: bytes)
    }
}
