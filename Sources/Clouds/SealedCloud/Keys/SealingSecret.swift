import Crypto
import FoundationEssentials

/// The secret of an account, from which the keys that seal its records are derived.
///
/// It is made once, at random, on the device that turns sealing on; a person enters it on all
/// others.
public struct SealingSecret: Sendable, Hashable {
    /// The length in bytes.
    public static let length = 32
    public let bytes: [UInt8]

    /// Makes a secret; `nil` for another number of bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// Makes a new random secret.
    public init() {
        bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
    }

    /// Sixteen digits that identify this secret without revealing it.
    public var id: String { SealingKey(self).id.hexadecimal }

    /// Returns a key for one purpose. The purposes are fixed: other words give other keys.
    func key(for purpose: String, length: Int = Self.length) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: bytes),
            info: Array("cloudy sealing 1 \(purpose)".utf8), outputByteCount: length)
    }
}

/// A key that seals and opens, derived from one secret.
struct SealingKey: Sendable {
    /// The key's id in an envelope: eight bytes.
    let id: [UInt8]
    let symmetric: SymmetricKey

    static let idLength = 8

    init(_ secret: SealingSecret) {
        id = secret.key(for: "id", length: Self.idLength).withUnsafeBytes { Array($0) }
        symmetric = secret.key(for: "records")
    }
}

/// Gives the keys of records names that reveal nothing about them.
struct SealedNames: Sendable {
    /// The key for names. It stays the same for the whole life of a sealed cloud, even if its
    /// secret is replaced.
    let key: [UInt8]

    init(key: [UInt8]) { self.key = key }

    init(_ secret: SealingSecret) {
        key = secret.key(for: "names").withUnsafeBytes { Array($0) }
    }

    /// The length of a name in characters.
    static let length = 32

    /// Returns a name of thirty-two letters and digits: 160 bits, so that two keys never have the
    /// same name.
    func name(of key: String, in store: String) -> String {
        var hash = HMAC<SHA256>(key: SymmetricKey(data: self.key))
        // The length prefix separates the two texts.
        hash.update(data: Array("\(store.utf8.count) \(store) ".utf8))
        hash.update(data: Array(key.utf8))
        return Base32.text(hash.finalize().prefix(20)).lowercased()
    }
}

extension Sequence<UInt8> {
    /// The bytes in hexadecimal, two digits each.
    var hexadecimal: String {
        reduce(into: "") { text, byte in
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}

extension [UInt8] {
    /// Reads hexadecimal text with two digits for each byte; `nil` for anything else.
    init?(hexadecimal text: String) {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        let values = digits.compactMap { $0 }
        self = stride(from: 0, to: values.count, by: 2).map {
            UInt8(values[$0] * 16 + values[$0 + 1])
        }
    }
}
