import Crypto
import FoundationEssentials
import Replication

/// The place of a sealed record: it opens at no other place, and as no other kind.
struct SealedPlace {
    var store: String
    /// The record's name in the cloud.
    var name: String
    var isTombstone: Bool
}

/// The content of an envelope.
struct SealedContent: Equatable {
    enum Kind: UInt8 {
        case record = 0
        /// A marker: the unencrypted record here was sealed under another name.
        case moved = 1
        /// The note of the keys: see ``KeyRecord``.
        case keys = 2
    }

    var kind: Kind
    var key: String
    var record: [UInt8]
}

/// The bytes of a sealed record:
///
///     version 1 | id of the key, 8 | nonce, 12 | ciphertext | tag, 16
///
/// The cipher is ChaCha20-Poly1305 (RFC 8439) with a random nonce. One key seals far fewer than 2³²
/// records, up to which random nonces of 96 bits are safe (NIST SP 800-38D, section 8.3). The
/// plaintext is:
///
///     kind 1 | length of the key, 2 | key | length of the record, 4 | record | zeros
///
/// The version, the key's id, whether the cloud has it as a tombstone, the store and the name are
/// authenticated with it.
enum Envelope {
    static let version: UInt8 = 1
    private static let headLength = 1 + SealingKey.idLength
    private static let nonceLength = 12
    private static let tagLength = 16

    /// Returns the id of the key that sealed a record; `nil` if it is not an envelope.
    static func keyID(of bytes: [UInt8]) -> [UInt8]? {
        guard bytes.first == version, bytes.count >= headLength + nonceLength + tagLength else {
            return nil
        }
        return Array(bytes[1..<headLength])
    }

    static func seal(
        _ content: SealedContent, at place: SealedPlace, with key: SealingKey
    ) throws(CloudError) -> [UInt8] {
        let name = Array(content.key.utf8)
        var plain = [content.kind.rawValue]
        plain += bigEndian(name.count, bytes: 2) + name
        plain += bigEndian(content.record.count, bytes: 4) + content.record
        plain += [UInt8](repeating: 0, count: Self.paddedLength(plain.count) - plain.count)
        guard
            let box = try? ChaChaPoly.seal(
                plain, using: key.symmetric, authenticating: associated(place, key))
        else { throw CloudError(.unusable, "A record could not be sealed.") }
        return [version] + key.id + Array(box.combined)
    }

    /// Opens a record; `nil` if it was sealed with another key or for another place, or was changed
    /// since.
    static func open(
        _ bytes: [UInt8], at place: SealedPlace, with key: SealingKey
    ) -> SealedContent? {
        guard keyID(of: bytes) == key.id,
            let box = try? ChaChaPoly.SealedBox(combined: bytes[headLength...]),
            let plain = try? ChaChaPoly.open(
                box, using: key.symmetric, authenticating: associated(place, key))
        else { return nil }
        return content(Array(plain))
    }

    private static func content(_ plain: [UInt8]) -> SealedContent? {
        var rest = plain[...]
        func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        func takeText(lengthBytes: Int) -> ArraySlice<UInt8>? {
            take(lengthBytes).map { $0.reduce(0) { $0 << 8 | Int($1) } }.flatMap(take)
        }
        guard let kind = take(1)?.first.flatMap(SealedContent.Kind.init),
            let key = takeText(lengthBytes: 2).flatMap({ String(validating: $0, as: UTF8.self) }),
            let record = takeText(lengthBytes: 4)
        else { return nil }
        return SealedContent(kind: kind, key: key, record: Array(record))
    }

    private static func associated(_ place: SealedPlace, _ key: SealingKey) -> [UInt8] {
        [version] + key.id + [place.isTombstone ? 1 : 0]
            + bigEndian(place.store.utf8.count, bytes: 2) + Array(place.store.utf8)
            + Array(place.name.utf8)
    }

    private static func bigEndian(_ number: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Returns the number of bytes that a sealed record takes under its key.
    static func length(key: Int, record: Int) -> Int {
        headLength + nonceLength + tagLength + paddedLength(1 + 2 + key + 4 + record)
    }

    /// Returns the padded size of a record. Nearly all bookmarks have one size; longer ones only
    /// show which power of two they reach, and the longest which sixteenth of it.
    static func paddedLength(_ count: Int) -> Int {
        var size = 512
        while size < count { size *= 2 }
        if size <= 65_536 { return size }
        let step = size / 32
        return (count + step - 1) / step * step
    }
}
