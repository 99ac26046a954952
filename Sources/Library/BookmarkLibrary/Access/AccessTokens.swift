import Bookmarks
public import DeviceStore
import Documents
import FileCoordination

/// The tokens of a device, in a file of its folder that only its owner can read.
///
/// Each line is a token: number, scope, times of creation and last use, hash, name. A server reads
/// the file for each request, so that a revoked token is refused at once.
public struct AccessTokens: Sendable {
    private let folder: String
    private let path: String

    public init(_ location: HomeLocation) {
        folder = location.deviceFolder
        path = folder + "/access-tokens"
    }

    /// The maximum number of tokens of a device.
    public static let most = 1000
    /// The maximum length of a token's name, in bytes.
    public static let longestName = 200

    /// Returns the valid tokens, the oldest first.
    public func all() throws -> [AccessToken] { try read().tokens }

    /// Makes a token. Returns its text, which is not kept.
    public func add(name: String, scope: AccessToken.Scope) throws -> (AccessToken, text: String) {
        guard name.utf8.count <= Self.longestName,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw AccessTokenError(
                "The name of a token has at most \(Self.longestName) bytes, and no control "
                    + "characters.")
        }
        let text = AccessToken.prefix + Self.random()
        return try change { tokens, last in
            guard tokens.count < Self.most else {
                throw AccessTokenError(
                    "This device has \(Self.most) tokens, the limit. To see them: cloudy serve "
                        + "token list")
            }
            last += 1
            let token = AccessToken(
                id: last, scope: scope, name: name,
                created: Double(DeviceStore.milliseconds() / 1000), hash: Self.hash(text))
            tokens.append(token)
            return (token, text)
        }
    }

    /// Revokes a token and returns it.
    @discardableResult
    public func revoke(id: Int) throws -> AccessToken {
        try change { tokens, _ in
            guard let index = tokens.firstIndex(where: { $0.id == id }) else {
                throw AccessTokenError(
                    "There is no token \(id). To see all: cloudy serve token list")
            }
            return tokens.remove(at: index)
        }
    }

    /// Returns the token with a text; `nil` if there is none.
    public func token(_ text: String) throws -> AccessToken? {
        let hash = Self.hash(text)
        return try all().first { $0.hash == hash }
    }

    /// Records that a token was used, at most once an hour.
    public func noteUse(of token: AccessToken) throws {
        let hour = Double(DeviceStore.milliseconds() / 3_600_000 * 3600)
        // The hour must not begin before the token was made.
        let used = max(hour, token.created)
        if token.used == used { return }
        try change { tokens, _ in
            guard let index = tokens.firstIndex(where: { $0.id == token.id }) else { return }
            tokens[index].used = used
        }
    }

    // MARK: The file

    private func read() throws -> (tokens: [AccessToken], last: Int) {
        guard FileStatus(path) != nil else { return ([], 0) }
        let lines = String(decoding: try GivenPath.read(path, atMost: 1 << 20), as: UTF8.self)
            .split(separator: "\n")
        let tokens = lines.dropFirst().compactMap { AccessToken(line: $0) }
        // The first line has the number of the last token made, which may be revoked.
        guard let last = lines.first.flatMap({ Int($0) }), tokens.count == lines.count - 1 else {
            throw AccessTokenError(
                "\(path) is damaged, so that no token can be checked. Move it away, and make new "
                    + "tokens: cloudy serve token add")
        }
        return (tokens, max(last, tokens.map(\.id).max() ?? 0))
    }

    private func change<Value>(
        _ body: (inout [AccessToken], inout Int) throws -> Value
    ) throws -> Value {
        // A token may be the first thing that a person makes with the program.
        try createPrivateFolder(folder)
        return try FileLock(path: path + ".lock").withLock {
            var (tokens, last) = try read()
            let value = try body(&tokens, &last)
            let text = (["\(last)"] + tokens.map(\.line)).map { $0 + "\n" }.joined()
            try writeAtomically(Array(text.utf8), to: path)
            return value
        }
    }

    private static func hash(_ text: String) -> String {
        ChunkName(of: Array(text.utf8)).description
    }

    /// Returns 256 random bits as hexadecimal digits.
    private static func random() -> String {
        (0..<4).map { _ in
            let digits = String(DeviceStore.random(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
