import FoundationEssentials
public import RemoteClouds
import Replication

/// The accounts of servers that share an etcd.
///
/// Each change first compares the keys it found, so that any number of commands and servers may
/// work at the same time.
public final class EtcdAccounts: Sendable {
    let connection: EtcdConnection
    let places: EtcdPlaces
    let maximumAccounts: Int

    /// - Parameters:
    ///   - prefix: the beginning of all keys; it ends with a slash.
    ///   - maximumAccounts: the most accounts.
    public init(
        _ connection: EtcdConnection, prefix: String,
        maximumAccounts: Int = AccountsFile.maximumAccounts
    ) {
        self.connection = connection
        self.maximumAccounts = maximumAccounts
        places = EtcdPlaces(prefix: prefix)
    }

    /// Checks that the etcd answers and that this program knows the format of its data.
    ///
    /// - Throws: `CloudError` if the etcd does not answer or refuses, ``AccountsError`` if a newer
    ///   program has written there.
    public func check() async throws { _ = try await state() }

    /// Returns the state with the number of the last token, and the revision at which it was
    /// written.
    func state() async throws -> (value: AccountsState, revision: Int64) {
        guard let entry = try await connection.entries([places.state])[0] else {
            return (AccountsState(), 0)
        }
        let state: AccountsState = try decode(entry)
        guard state.format == AccountsState.format else {
            throw AccountsError.newer("The data below \(places.prefix) in \(connection.name)")
        }
        return (state, entry.revision)
    }

    func account(_ name: String) async throws -> (document: AccountDocument, revision: Int64)? {
        let entry = try await connection.entries([places.account(name)])[0]
        return try entry.map { (try decode($0), $0.revision) }
    }

    /// Returns the facts about a token, if its account still exists, when it was last used, and the
    /// keys that must be unchanged for the token to be valid.
    func token(
        hash: TokenHash
    ) async throws -> (document: TokenDocument, used: Int64?, permit: EtcdPermit)? {
        let found = try await connection.entries(below: places.tokens + hash.hexadecimalIndexed)
        guard
            let entry = found.first(where: {
                hash.isSame(asDigits: $0.key.dropFirst(places.tokens.count))
            })
        else { return nil }
        let token: TokenDocument = try decode(entry)
        let rest = try await connection.entries([
            places.account(token.account), places.used(token.number),
        ])
        let account: AccountDocument? = try rest[0].map { try decode($0) }
        guard let found = rest[0], account?.id == token.accountID else { return nil }
        let permit = EtcdPermit(
            [.init(entry.key, at: entry.revision), .init(found.key, at: found.revision)],
            ended: ServerDirectory.ended)
        return (token, time(rest[1]), permit)
    }

    /// Notes that a token was used. Ignores errors: the token works anyway, even if the etcd is
    /// full.
    func noteUse(of number: Int64, hash: TokenHash) async {
        var change = EtcdChange()
        // The token may have been revoked since.
        change.expect(places.token(hash))
        change.put(places.used(number), Array("\(milliseconds())".utf8))
        _ = try? await connection.make(change)
    }

    func time(_ entry: EtcdEntry?) -> Int64? {
        entry.flatMap { Int64(String(decoding: $0.value, as: UTF8.self)) }
    }

    func decode<Value: Decodable>(_ entry: EtcdEntry) throws -> Value {
        do { return try JSONDecoder().decode(Value.self, from: Data(entry.value)) } catch {
            throw AccountsError(
                description: "\(entry.key) in \(connection.name) was not written by cloudyd. "
                    + "Choose another place with --etcd-prefix.")
        }
    }

    func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return [UInt8](try encoder.encode(value))
    }
}
