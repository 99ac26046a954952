import ArgumentParser
import Console
import FileCoordination
import Glibc
import RemoteClouds
import ServerCommand

/// The access key of an object store, from the environment or a file, and the region for
/// signatures. It is never an argument, which every user of the machine can see.
struct ObjectStoreCredentials {
    let credentials: S3Credentials
    let region: String

    /// Reads the credentials. Ends with a status if something is missing, or the file is unusable.
    init(file: String?) throws {
        let found = try file.map { try Self.lines(of: $0) } ?? [:]
        func value(_ name: String) -> String? {
            found[name] ?? (file == nil ? environment(name.uppercased()) : nil)
        }
        guard let key = value("aws_access_key_id"), let secret = value("aws_secret_access_key")
        else {
            let place = file.map { "\($0) has no" } ?? "The environment has no"
            complain(
                """
                \(place) access key for the object store. Set AWS_ACCESS_KEY_ID and \
                AWS_SECRET_ACCESS_KEY, or name a file with lines aws_access_key_id=… and \
                aws_secret_access_key=…: --documents-credentials FILE
                """)
            throw ExitCode(.configuration)
        }
        credentials = S3Credentials(
            key: key, secret: secret, session: value("aws_session_token"))
        region =
            found["region"] ?? found["aws_region"] ?? environment("AWS_REGION")
            ?? environment("AWS_DEFAULT_REGION") ?? S3Place.usualRegion
    }

    /// Returns the values in a file of lines `name = value`, by lower-case name.
    private static func lines(of file: String) throws -> [String: String] {
        try requirePrivate(file)
        let text: String
        do throws(FileCoordinationError) {
            text = String(decoding: try GivenPath.read(file, atMost: 1 << 16), as: UTF8.self)
        } catch {
            complain("\(file) cannot be read: \(error.reason).")
            throw ExitCode(.configuration)
        }
        var values: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let name = parts[0].split(separator: " ").last else { continue }
            let value = parts[1].drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            // The first section of an AWS file is the default one.
            let key = name.lowercased()
            if values[key] == nil { values[key] = String(value) }
        }
        return values
    }

    /// Requires that only the owner can read a file, except systemd's credentials, which only one
    /// service gets.
    private static func requirePrivate(_ file: String) throws {
        if let folder = environment("CREDENTIALS_DIRECTORY"), file.hasPrefix(folder + "/") {
            return
        }
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & 0o077 != 0 else { return }
        complain("Others can read \(file), which has a secret. To stop that: chmod 600 \(file)")
        throw ExitCode(.configuration)
    }

    /// Returns an address without name and password, for messages.
    static func hidingUser(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return text }
        let start = text.firstRange(of: "//")?.upperBound ?? text.startIndex
        return start < at ? text[..<start] + "…" + text[at...] : text
    }
}
