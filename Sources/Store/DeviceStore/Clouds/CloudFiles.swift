package import FileCoordination
import Glibc

/// The files in a folder with the address of a cloud behind a network, and the credentials for it.
/// Each is replaced as a whole, and so are all together: a crash leaves either all the earlier
/// files or all the latest.
///
///     cloud           the address of a server; without this file, the device uses none. A
///                     second line says that nothing is sealed there, even if there is a key
///     cloud.token     the server's token for this device, and the address of that server
///     cloud.identity  the paths of the device's certificate and its key, if it has one
///     cloud.pem       the private authority that vouches for the server, if any
///     cloud.next      all of these, while they are replaced one after the other
package struct CloudFiles {
    let folder: String
    let calls: FileCalls

    package init(folder: String, calls: FileCalls = .system) {
        self.folder = folder
        self.calls = calls
    }

    var token: String { folder + "/cloud.token" }

    var authority: String { folder + "/cloud.pem" }

    var address: String { folder + "/cloud" }

    var identity: String { folder + "/cloud.identity" }

    /// Returns the address, and whether nothing is sealed there; `nil` if the device uses no
    /// server.
    func readAddress() throws(HomeError) -> (url: String, staysUnsealed: Bool)? {
        switch unfinished() {
        case .use(let access): return (access.url, access.staysUnsealed)
        case .leave: return nil
        case nil: break
        }
        guard let lines = try lines(of: address) else { return nil }
        guard CloudAddress(lines[0]) != nil else { throw Self.holdsNothing(address) }
        return (lines[0], lines.dropFirst().first == Self.unsealed)
    }

    /// Writes both into one file, so that no address is ever used with a choice made for another
    /// one.
    func writeAddress(_ url: String, staysUnsealed: Bool) throws(FileCoordinationError) {
        _ = unfinished()
        try writeAtomically(Self.address(url, staysUnsealed: staysUnsealed), to: address)
    }

    static func address(_ url: String, staysUnsealed: Bool) -> [UInt8] {
        Array((url + "\n" + (staysUnsealed ? unsealed + "\n" : "")).utf8)
    }

    private static let unsealed = "unsealed"

    /// Returns the token. Throws ``HomeError`` if it is missing.
    func readToken() throws(HomeError) -> String {
        if case .use(let access) = unfinished() { return access.token }
        let url = (try? readAddress()?.url) ?? nil
        if let lines = try lines(of: token) {
            let of = lines.dropFirst().first
            if of == nil || of == url { return lines[0] }
        }
        throw HomeError(
            .configuration,
            "There is no token for \(url ?? "the cloud") in \(token). Enter it again: cloudy cloud "
                + "use \(url ?? "URL")")
    }

    func readIdentity() throws(HomeError) -> CloudIdentity? {
        if case .use(let access) = unfinished() { return access.identity }
        guard let bytes = try HomeLocation.bytes(of: identity, limit: 16_384) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        guard lines.count == 2 else {
            throw HomeError(
                .damaged,
                "\(identity) names no certificate and key. Name them again: cloudy cloud use URL "
                    + "--certificate FILE --key FILE")
        }
        return CloudIdentity(certificate: lines[0], key: lines[1])
    }

    /// Returns the address and the credentials; `nil` if the device uses no cloud.
    package func read() throws(HomeError) -> CloudAccess? {
        if case .use(let access) = unfinished() { return access }
        guard let (url, staysUnsealed) = try readAddress() else { return nil }
        return try CloudAccess(
            url: url, token: readToken(),
            authority: HomeLocation.bytes(of: authority, limit: CloudAccess.largestAuthority),
            identity: readIdentity(), staysUnsealed: staysUnsealed)
    }

    /// Returns the lines of a file, at least one; `nil` if there is no file.
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
            "\(path) has no address or token. Enter them again: cloudy cloud use URL. To stop "
                + "using the server: cloudy cloud leave")
    }

    /// Returns the rest of a server's files after its address was lost; `nil` if the address is
    /// known, or the device used no server.
    package func readLost() throws(HomeError) -> LostAddress? {
        // Between two steps of a change, a file may be missing for a moment.
        if unfinished() != nil { return nil }
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

    /// Removes only the address, so that the device uses no server until a person names one.
    func removeAddress() {
        _ = unfinished()
        unlink(address)
    }
}
