import Crypto
public import Documents
import FoundationEssentials

/// Seals the chunks of a store of an account: the cloud sees meaningless names, and lengths in
/// steps of 4 KiB.
///
/// A stored name is an HMAC (SHA-256) of the chunk's name. The bytes are:
///
///     version 1 | id of the key, 8 | nonce, 12 | ciphertext | tag, 16
///
/// The cipher is ChaCha20-Poly1305 (RFC 8439) with a random nonce, as for records. The plaintext
/// is:
///
///     length of the content, 4 | content | zeros
///
/// The version, the key's id and the stored name are authenticated with it. So the bytes cannot be
/// opened under another name.
public struct SealedChunks: ChunkSealing {
    private let id: [UInt8]
    private let key: SymmetricKey
    private let names: SymmetricKey
    private let store: String

    private static let version: UInt8 = 1
    /// The plaintexts have lengths that are multiples of this, in bytes.
    static let step = 4096

    /// - Parameters:
    ///   - secret: the current secret of the account.
    ///   - store: the name of the store for programs; empty for the account's own.
    public init(_ secret: SealingSecret, store: String) {
        id = SealingKey(secret).id
        key = secret.key(for: "chunks")
        names = secret.key(for: "chunk names")
        self.store = store
    }

    public func storedName(of name: ChunkName) -> ChunkName {
        var hash = HMAC<SHA256>(key: names)
        // The length prefix separates the two texts.
        hash.update(data: Array("\(store.utf8.count) \(store) \(name)".utf8))
        // The hash always has the length of a name.
        return ChunkName(Array(hash.finalize()).hexadecimal) ?? name
    }

    public func sealed(_ chunk: Chunk) throws(ChunkStoreError) -> StoredChunk {
        let name = storedName(of: chunk.name)
        let count = chunk.content.count
        var plain = (0..<4).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
        plain += chunk.content
        plain += [UInt8](repeating: 0, count: Self.paddedLength(plain.count) - plain.count)
        guard
            let box = try? ChaChaPoly.seal(plain, using: key, authenticating: associated(name))
        else { throw ChunkStoreError(.damaged, "A part of a document could not be sealed.") }
        return StoredChunk(name: name, bytes: [Self.version] + id + Array(box.combined))
    }

    public func storedLength(of length: Int) -> Int {
        1 + id.count + Self.nonceAndTag + Self.paddedLength(4 + length)
    }

    private static let nonceAndTag = 12 + 16

    private static func paddedLength(_ length: Int) -> Int {
        (length + step - 1) / step * step
    }

    public func opened(_ bytes: [UInt8], named name: ChunkName) -> Chunk? {
        let head = [Self.version] + id
        guard bytes.starts(with: head),
            let box = try? ChaChaPoly.SealedBox(combined: bytes[head.count...]),
            let plain = try? ChaChaPoly.open(
                box, using: key, authenticating: associated(storedName(of: name))),
            plain.count >= 4
        else { return nil }
        let count = plain.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let content = Array(plain.dropFirst(4).prefix(count))
        return content.count == count ? Chunk(content, named: name) : nil
    }

    private func associated(_ name: ChunkName) -> [UInt8] {
        [Self.version] + id + Array(name.description.utf8)
    }
}
