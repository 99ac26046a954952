import ArgumentParser
import EtcdCloud
import Replication
import ServerAccounts

/// Where a server keeps what it knows: in a folder, or in an etcd that it shares with others.
struct StoreOptions: ParsableArguments {
    @OptionGroup var data: DataOptions
    @OptionGroup var etcd: EtcdOptions

    func validate() throws {
        guard data.data == nil || etcd.etcd == nil else {
            throw ValidationError("--data and --etcd are two places: name one of them.")
        }
    }

    /// The members of the etcd, unless a folder was named.
    var members: String? { data.data == nil ? etcd.members : nil }

    /// The accounts there. Ends with a status when they cannot be used.
    func accounts() async throws -> any AccountStore {
        if let accounts = try await etcdAccounts() { return accounts }
        return try folderAccounts()
    }

    /// The accounts of the folder.
    func folderAccounts() throws -> AccountsFile {
        do {
            return try AccountsFile(folder: data.folder)
        } catch {
            complain("\(error)")
            throw ExitCode(74)
        }
    }

    /// The accounts in the etcd, which has answered; nil when none was named.
    ///
    /// - Parameter connections: how many calls may be under way at one member.
    func etcdAccounts(connections: Int = 8) async throws -> EtcdAccounts? {
        guard let members else { return nil }
        let cluster = try etcd.cluster(members)
        let connection: EtcdConnection
        do { connection = try EtcdConnection(cluster, connections: connections) } catch {
            complain(error.message)
            throw ExitCode(78)
        }
        let accounts = EtcdAccounts(connection, prefix: cluster.prefix)
        try await telling { try await accounts.check() }
        return accounts
    }

    /// Ends with a status when the data is in an etcd, which has its own way of doing that.
    func requireFolder(_ what: String) throws {
        guard let members else { return }
        complain(
            """
            The data is in the etcd \(members), and not in a folder: \(what) \
            With --data it is about the folder that you name.
            """)
        throw ExitCode(78)
    }
}

/// Says what is wrong with a name, a number or an etcd, and ends so.
func telling<Value>(_ body: () async throws -> Value) async throws -> Value {
    try await reporting(words, body)
}

private func words(_ error: CloudError) -> String {
    let message = error.forServers.message
    return switch error.code {
    case .unreachable:
        message + " Is the etcd running, and are its members named as they listen? "
            + "etcdctl endpoint health tells. One without TLS on another machine is named "
            + "http://HOST:2379."
    case .unknownOutcome:
        message + " It may have been done all the same: look at cloudyd account list and "
            + "cloudyd token list before you try again."
    default: message
    }
}
