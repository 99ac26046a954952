import ArgumentParser
import Bookmarks
import Console
import FileCoordination
import RemoteClouds
import Replication
import ServerAccounts
import ServerCommand

/// Where a server keeps its data: in a folder, or in an etcd that it shares with others.
struct StoreOptions: ParsableArguments {
    @OptionGroup var data: DataOptions
    @OptionGroup var etcd: EtcdOptions

    func validate() throws {
        guard data.data == nil || etcd.etcd == nil else {
            throw ValidationError("--data and --etcd exclude each other: choose one.")
        }
    }

    /// The members of the etcd, unless a folder was named.
    var members: String? { data.data == nil ? etcd.members : nil }

    /// The accounts, for a command that adds one. Exits with a status if they are unusable.
    func accounts() async throws -> any AccountStore {
        if let accounts = try await etcdAccounts() { return accounts }
        return try folderAccounts()
    }

    /// The existing accounts, for a command that only reads: creates nothing.
    func existing() async throws -> any AccountStore {
        if let accounts = try await etcdAccounts() { return accounts }
        return try existingFolder()
    }

    /// The accounts of the folder.
    func folderAccounts() throws -> AccountsFile {
        try opening { try AccountsFile(folder: data.folder) }
    }

    /// The accounts that the folder has already.
    func existingFolder() throws -> AccountsFile {
        try opening { try AccountsFile(existingIn: data.folder) }
    }

    private func opening(_ open: () throws -> AccountsFile) throws -> AccountsFile {
        do {
            return try open()
        } catch let error as AccountsError {
            complain(error.description(adding: said))
            throw ExitCode(ExitStatus.configuration)
        } catch {
            complain("\(error)")
            throw ExitCode(ExitStatus.cannotWrite)
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
            throw ExitCode(ExitStatus.configuration)
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
            The data is in the etcd \(members), not in a folder: \(what) To use a folder instead, \
            name it with --data.
            """)
        throw ExitCode(ExitStatus.configuration)
    }
}

/// The messages for the person at the terminal, with what to type next.
extension StoreOptions {
    /// The options of the command line for the place of the data, with a blank before each. The
    /// environment holds for the next command anyway.
    var said: String {
        let options = [
            ("--data", data.data), ("--etcd", etcd.etcd), ("--etcd-user", etcd.etcdUser),
            ("--etcd-password-file", etcd.etcdPasswordFile), ("--etcd-ca", etcd.etcdCa),
            ("--etcd-certificate", etcd.etcdCertificate), ("--etcd-key", etcd.etcdKey),
            ("--etcd-prefix", etcd.etcdPrefix),
        ]
        return options.compactMap { name, value in value.map { " \(name) \(shellWord($0))" } }
            .joined()
    }

    /// A command about the same accounts, to be typed next.
    func command(_ words: String) -> String { "cloudyd \(words)\(said)" }

    /// Tells the fault of a name, a number or an etcd, and ends the command.
    func telling<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await reporting(words, options: said, body)
    }

    /// An empty list may be of another place than was meant.
    func sayNoAccounts() {
        let place = members.map { "the etcd \($0)" } ?? data.folder
        complain(
            "There is no account in \(place) yet. To add one: \(command("account add NAME"))")
    }

    private func words(_ error: CloudError) -> String {
        let message = error.forServers.message
        return switch error.code {
        case .unreachable:
            message + " Is the etcd running, and are its members correct? Check with etcdctl "
                + "endpoint health. For a member without TLS on another machine, write "
                + "http://HOST:2379."
        case .unknownOutcome:
            message + " The change may have been made nevertheless; check before you try again: "
                + command("account list") + "; " + command("token list")
        default: message
        }
    }
}
