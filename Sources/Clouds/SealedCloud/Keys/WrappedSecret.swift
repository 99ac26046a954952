import Crypto
import CryptoExtras
import FoundationEssentials
import Replication

/// The secret of an account, encrypted with a passphrase for storage in the cloud.
///
/// The passphrase is stretched with scrypt (RFC 7914), N = 2¹⁷, r = 8, p = 1, the minimum that
/// OWASP recommends (Password Storage Cheat Sheet): 128 MiB and half a second for each guess.
/// Anyone with the cloud's files can still guess, and will find a short passphrase.
struct WrappedSecret: Codable {
    static let key = "passphrase"

    private var format = 1
    private var rounds: Int
    private var blockSize: Int
    private var parallelism: Int
    private var salt: String
    private var sealed: String

    /// The numbers of rounds that a cloud may ask of a device: at least what is safe, and at most
    /// what a device can do.
    private static let allowedRounds = [1 << 17, 1 << 18, 1 << 19, 1 << 20]
    private static let saltLength = 16

    init(_ secret: SealingSecret, passphrase: String) throws(CloudError) {
        rounds = 1 << 17
        blockSize = 8
        parallelism = 1
        salt = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }.hexadecimal
        sealed = ""
        let key = try stretched(passphrase)
        guard let box = try? ChaChaPoly.seal(secret.bytes, using: key, authenticating: context)
        else { throw CloudError(.unusable, "Cannot seal the key with the passphrase.") }
        sealed = Array(box.combined).hexadecimal
    }

    init(encoded bytes: [UInt8]) throws(CloudError) {
        guard let wrapped = try? JSONDecoder().decode(WrappedSecret.self, from: Data(bytes)) else {
            throw Self.unreadable
        }
        self = wrapped
    }

    func encoded() throws(CloudError) -> [UInt8] {
        guard let bytes = try? JSONEncoder().encode(self) else { throw Self.unreadable }
        return Array(bytes)
    }

    func secret(passphrase: String) throws(CloudError) -> SealingSecret {
        guard let bytes = [UInt8](hexadecimal: sealed),
            let box = try? ChaChaPoly.SealedBox(combined: bytes)
        else { throw Self.unreadable }
        let key = try stretched(passphrase)
        guard let plain = try? ChaChaPoly.open(box, using: key, authenticating: context),
            let secret = SealingSecret(bytes: Array(plain))
        else {
            throw CloudError(
                .notAllowed,
                "This is not the passphrase, or it was replaced: nothing was changed. You can also "
                    + "use the recovery string that “cloudy key show” prints on a device that "
                    + "syncs.")
        }
        return secret
    }

    private var context: [UInt8] {
        Array("cloudy passphrase \(format) \(rounds) \(blockSize) \(parallelism)".utf8)
    }

    private func stretched(_ passphrase: String) throws(CloudError) -> SymmetricKey {
        guard format == 1, Self.allowedRounds.contains(rounds), blockSize == 8, parallelism == 1,
            let salt = [UInt8](hexadecimal: salt), salt.count == Self.saltLength,
            let key = try? KDF.Scrypt.deriveKey(
                from: Array(passphrase.utf8), salt: salt, outputByteCount: 32, rounds: rounds,
                blockSize: blockSize, parallelism: parallelism)
        else { throw Self.unreadable }
        return key
    }

    private static let unreadable = CloudError(
        .unusable,
        "The passphrase data in the cloud is damaged or from a newer version. Use the recovery "
            + "string: cloudy key enter")
}
