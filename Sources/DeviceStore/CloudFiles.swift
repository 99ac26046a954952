import FileCoordination
import Glibc

/// The files in a folder that say which cloud behind a network is used, and what lets a device in.
/// Each is replaced as a whole.
///
///     cloud           the address of a server; without it, there is none. A second line says that
///                     nothing is sealed there, whatever key this device has
///     cloud.token     what the server gave out to let this device in, and the address of that
///     cloud.identity  where the certificate of the device and its key lie, if it shows one
///     cloud.pem       the private authority that vouches for the server, if one does
struct CloudFiles {
    let folder: String

    var token: String { folder + "/cloud.token" }

    var authority: String { folder + "/cloud.pem" }

    private var address: String { folder + "/cloud" }

    private var identity: String { folder + "/cloud.identity" }

    /// The address, and whether nothing is sealed there; `nil` where none is used.
    func readAddress() throws(HomeError) -> (url: String, staysUnsealed: Bool)? {
        guard let lines = try lines(of: address) else { return nil }
        guard CloudAddress(lines[0]) != nil else { throw Self.holdsNothing(address) }
        return (lines[0], lines.dropFirst().first == Self.unsealed)
    }

    /// Both are in one file, so that no address is ever used with what was said of another one.
    func writeAddress(_ url: String, staysUnsealed: Bool) throws(FileCoordinationError) {
        let text = url + "\n" + (staysUnsealed ? Self.unsealed + "\n" : "")
        try writeAtomically(Array(text.utf8), to: address)
    }

    private static let unsealed = "unsealed"

    /// Throws ``HomeError`` when it is missing.
    func readToken() throws(HomeError) -> String {
        let url = (try? readAddress()?.url) ?? nil
        if let lines = try lines(of: token) {
            let of = lines.dropFirst().first
            if of == nil || of == url { return lines[0] }
        }
        throw HomeError(
            .configuration,
            "There is no token for \(url ?? "the cloud") in \(token). Say it again: "
                + "cloudy cloud use \(url ?? "URL")")
    }

    func readIdentity() throws(HomeError) -> CloudIdentity? {
        guard let bytes = try HomeLocation.bytes(of: identity, limit: 16_384) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        guard lines.count == 2 else {
            throw HomeError(
                .damaged,
                "\(identity) names no certificate and key. Say it again: cloudy cloud use URL "
                    + "--certificate FILE --key FILE")
        }
        return CloudIdentity(certificate: lines[0], key: lines[1])
    }

    /// All of it; `nil` where no cloud is used.
    func read() throws(HomeError) -> CloudAccess? {
        guard let (url, staysUnsealed) = try readAddress() else { return nil }
        return try CloudAccess(
            url: url, token: readToken(),
            authority: HomeLocation.bytes(of: authority, limit: CloudAccess.largestAuthority),
            identity: readIdentity(), staysUnsealed: staysUnsealed)
    }

    /// The token is there before the address is, so that nobody goes there without it. Which it is
    /// of is beside it: between the two nobody shows it to the server before.
    func write(_ access: CloudAccess) throws(FileCoordinationError) {
        try createPrivateFolder(folder)
        if let certificate = access.authority {
            try writeAtomically(certificate, to: authority)
        } else {
            unlink(authority)
        }
        if let it = access.identity {
            try writeAtomically(Array("\(it.certificate)\n\(it.key)\n".utf8), to: identity)
        } else {
            unlink(identity)
        }
        try writeAtomically(Array("\(access.token)\n\(access.url)\n".utf8), to: token)
        try writeAddress(access.url, staysUnsealed: access.staysUnsealed)
    }

    /// The address goes first: without it, no file that a crash leaves is used.
    func remove() throws(HomeError) {
        for path in [address, token, authority, identity]
        where unlink(path) != 0 && errno != ENOENT {
            throw HomeError(
                .cannotWrite, "Cannot remove \(path): \(String(cString: strerror(errno))).")
        }
    }

    /// The lines of a file, of which there is one at least; `nil` when there is no file.
    private func lines(of path: String) throws(HomeError) -> [String]? {
        guard let bytes = try HomeLocation.bytes(of: path, limit: 4096) else { return nil }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map {
            String(validating: $0, as: UTF8.self)
        }
        guard let first = lines.first, first != nil else { throw Self.holdsNothing(path) }
        return lines.compactMap(\.self)
    }

    private static func holdsNothing(_ path: String) -> HomeError {
        HomeError(
            .damaged,
            "\(path) holds no address or token. Say it again: cloudy cloud use URL, or "
                + "cloudy cloud leave")
    }

    /// The rest of the files of a server whose address was lost; `nil` if the address is there, or
    /// the device used no server.
    func readLost() throws(HomeError) -> LostAddress? {
        var isDamaged = false
        do {
            if try readAddress() != nil { return nil }
        } catch {
            guard error.code == .damaged else { throw error }
            isDamaged = true
        }
        let others = [token, authority, identity]
        let isUsed = others.contains { path in access(path, F_OK) == 0 }
        guard isDamaged || isUsed else { return nil }
        let lines = (try? lines(of: token)) ?? nil
        let url = lines?.dropFirst().first.flatMap { CloudAddress($0) == nil ? nil : $0 }
        return LostAddress(
            file: address, isDamaged: isDamaged, url: url,
            token: url == nil ? nil : lines?.first)
    }

    /// Forgets the address alone, so that the device uses no server before a person names one.
    func removeAddress() { unlink(address) }
}
