import Crypto

/// The stored hash of a token. A token is random, so that one round of a hash is as good as many.
///
/// An index finds it by its beginning, which doesn't help anyone to get a token; the match is
/// compared as a whole, in a time that does not depend on where it differs.
struct TokenHash: Sendable {
    private static let indexedBytes = 8
    private let digest: SHA256.Digest

    init(of text: String) { digest = SHA256.hash(data: Array(text.utf8)) }

    var bytes: [UInt8] { Array(digest) }

    var hexadecimal: String { TokenText.digits(bytes) }

    /// The beginning of the hash, by which an index finds it.
    var indexed: [UInt8] { Array(digest.prefix(Self.indexedBytes)) }

    var hexadecimalIndexed: String { TokenText.digits(indexed) }

    /// The last one that they can be; the first one is ``indexed`` itself.
    var lastIndexed: [UInt8] { indexed + Array(repeating: .max, count: SHA256.byteCount) }

    func isSame(as stored: [UInt8]) -> Bool { digest == stored }

    /// The same for one that is stored in digits. The library compares only digests so.
    func isSame(asDigits stored: some StringProtocol) -> Bool {
        SHA256.hash(data: Array(stored.utf8)) == SHA256.hash(data: Array(hexadecimal.utf8))
    }
}
