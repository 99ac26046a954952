import Crypto

/// The stored hash of a token. A token is random, so one round of a hash is as good as many.
///
/// An index finds the hash by its beginning, which does not help anyone to guess a token. The whole
/// hash is then compared in constant time.
struct TokenHash: Sendable {
    private static let indexedBytes = 8
    private let digest: SHA256.Digest

    init(of text: String) { digest = SHA256.hash(data: Array(text.utf8)) }

    var bytes: [UInt8] { Array(digest) }

    var hexadecimal: String { TokenText.digits(bytes) }

    /// The beginning of the hash, for the index.
    var indexed: [UInt8] { Array(digest.prefix(Self.indexedBytes)) }

    var hexadecimalIndexed: String { TokenText.digits(indexed) }

    /// The last possible hash with this beginning; ``indexed`` itself is the first.
    var lastIndexed: [UInt8] { indexed + Array(repeating: .max, count: SHA256.byteCount) }

    func isSame(as stored: [UInt8]) -> Bool { digest == stored }

    /// Returns whether this equals a hash stored as digits. The library compares only digests in
    /// constant time, so the digits are hashed.
    func isSame(asDigits stored: some StringProtocol) -> Bool {
        SHA256.hash(data: Array(stored.utf8)) == SHA256.hash(data: Array(hexadecimal.utf8))
    }
}
