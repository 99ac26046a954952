import Crypto
import FoundationEssentials

/// The secret of an account, from which the keys are made that seal its records.
///
/// It is made once, at random, on the device that turns sealing on; all others are told it.
public struct SealingSecret: Sendable, Hashable {
    /// Of so many bytes.
    public static let length = 32
    public let bytes: [UInt8]

    /// `nil` for another number of bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// A new one.
    public init() {
        bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
    }

    /// Sixteen digits that tell this secret from others without revealing it.
    public var id: String { SealingKey(self).id.hexadecimal }

    /// A key for one purpose. The purposes are fixed: other words make other keys.
    func key(for purpose: String, length: Int = Self.length) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: bytes),
            info: Array("cloudy sealing 1 \(purpose)".utf8), outputByteCount: length)
    }
}

/// Seals and opens with one secret.
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

/// Gives the keys of records names that say nothing of them.
struct SealedNames: Sendable {
    /// The same for the whole life of a sealed cloud, whatever its secret is by now.
    let key: [UInt8]

    init(key: [UInt8]) { self.key = key }

    init(_ secret: SealingSecret) {
        key = secret.key(for: "names").withUnsafeBytes { Array($0) }
    }

    /// How long each of them is.
    static let length = 32

    /// Thirty-two letters and digits: 160 bits, so that no two keys ever have one name.
    func name(of key: String, in store: String) -> String {
        var hash = HMAC<SHA256>(key: SymmetricKey(data: self.key))
        // The length prefix keeps the two texts apart.
        hash.update(data: Array("\(store.utf8.count) \(store) ".utf8))
        hash.update(data: Array(key.utf8))
        return Base32.text(hash.finalize().prefix(20)).lowercased()
    }
}

extension Sequence<UInt8> {
    /// Two digits for each byte.
    var hexadecimal: String {
        reduce(into: "") { text, byte in
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}

extension [UInt8] {
    /// The bytes of text with two digits for each; `nil` for anything else.
    init?(hexadecimal text: String) {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        let values = digits.compactMap { $0 }
        self = stride(from: 0, to: values.count, by: 2).map {
            UInt8(values[$0] * 16 + values[$0 + 1])
        }
    }
}
