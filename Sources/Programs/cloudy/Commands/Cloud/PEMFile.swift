import ArgumentParser
import Console
import DeviceStore
import FileCoordination

/// A PEM file for a connection. It is checked here, because the agent would notice a wrong file too
/// late.
enum PEMFile {
    /// Returns the bytes of a file. If it has the wrong content, reports what it has and what is
    /// needed, and ends the command.
    ///
    /// - Parameter option: the option for the file: `--key` wants a key, others a certificate.
    static func read(_ path: String, _ option: String) throws -> [UInt8] {
        do throws(FileCoordinationError) {
            let bytes = try GivenPath.read(path, atMost: CloudAccess.largestAuthority + 1)
            guard let mistake = mistake(in: bytes, option) else { return bytes }
            complain("\(path) holds \(mistake)")
        } catch {
            complain("\(path) cannot be read: \(error.reason).")
        }
        throw ExitCode(.badData)
    }

    /// Returns a description of the bytes and of the needed ones; `nil` if they are right for the
    /// option.
    private static func mistake(in bytes: [UInt8], _ option: String) -> String? {
        let labels = labels(in: bytes)
        let isKey = option == "--key"
        if isKey ? labels.contains(where: isOpenKey) : labels.contains(where: isCertificate) {
            return nil
        }
        let what = labels.first.map(words) ?? (bytes.isEmpty ? "nothing" : "no PEM")
        var text =
            "\(what), but \(option) needs a \(isKey ? "private key" : "certificate") in PEM "
            + "format: a file with a line “-----BEGIN "
            + "\(isKey ? "PRIVATE KEY" : "CERTIFICATE")-----”."
        if isKey, labels.contains("ENCRYPTED PRIVATE KEY") {
            text += " To remove the passphrase: openssl pkey -in FILE -out NEW"
        } else if labels.isEmpty, bytes.first == 0x30 {
            // All DER begins this way.
            text +=
                " To convert it: openssl \(isKey ? "pkey" : "x509") -inform der -in FILE -out "
                + "NEW"
        } else if option == "--authority", labels.contains(where: isKeyOfAnyKind) {
            text += " The certificate is usually beside the private key."
        }
        return text
    }

    /// Returns the labels between “BEGIN” and the dashes.
    private static func labels(in bytes: [UInt8]) -> [String] {
        let begin = "-----BEGIN "
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { $0.hasPrefix(begin) }
            .map { String($0.dropFirst(begin.count).prefix { $0 != "-" }) }
    }

    private static func isCertificate(_ label: String) -> Bool {
        ["CERTIFICATE", "X509 CERTIFICATE"].contains(label)
    }

    private static func isKeyOfAnyKind(_ label: String) -> Bool { label.hasSuffix("PRIVATE KEY") }

    private static func isOpenKey(_ label: String) -> Bool {
        isKeyOfAnyKind(label) && !label.hasPrefix("ENCRYPTED")
    }

    private static func words(_ label: String) -> String {
        switch label {
        case "ENCRYPTED PRIVATE KEY": "a private key with a passphrase"
        case _ where isKeyOfAnyKind(label): "a private key"
        case _ where isCertificate(label): "a certificate"
        case "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST": "a certificate request"
        case "PUBLIC KEY": "a public key"
        case "X509 CRL": "a list of revoked certificates"
        default: "“\(label)”"
        }
    }
}
