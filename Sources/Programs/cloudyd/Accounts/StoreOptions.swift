import ArgumentParser
import Bookmarks
import Console
import FileCoordination
import RemoteClouds
import Replication
import ReportableErrors
import ServerAccounts
import ServerCommand

/// The options for a server's data: a folder, or an etcd that it shares with others.
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

    /// Returns the accounts, for a command that adds one. Ends with a status if they are unusable.
    func accounts() async throws -> any AccountStore {
        if let accounts = try await etcdAccounts() { return accounts }
        return try folderAccounts()
    }

    /// Returns the existing accounts, for a command that only reads: creates nothing.
    func existing() async throws -> any AccountStore {
        if let accounts = try await etcdAccounts() { return accounts }
        return try existingFolder()
    }

    /// Returns the accounts of the folder.
    func folderAccounts() throws -> AccountsFile {
        try reportingFiles(commandLineOptions) { try AccountsFile(folder: data.folder) }
    }

    /// Returns the accounts of an existing folder.
    func existingFolder() throws -> AccountsFile {
        try reportingFiles(commandLineOptions) { try AccountsFile(existingIn: data.folder) }
    }

    /// Returns the accounts in the etcd, after it has answered; `nil` if none was named.
    ///
    /// - Parameter connections: the maximum number of concurrent calls per member.
    func etcdAccounts(connections: Int = 8) async throws -> EtcdAccounts? {
        guard let members else { return nil }
        let cluster = try etcd.cluster(members)
        let connection: EtcdConnection
        do { connection = try EtcdConnection(cluster, connections: connections) } catch {
            complain(error.message)
            throw ExitCode(.configuration)
        }
        let accounts = EtcdAccounts(connection, prefix: cluster.prefix)
        try await reportingErrors { try await accounts.check() }
        return accounts
    }

    /// Ends with a status if the data is in an etcd, which has its own way to do this.
    func requireFolder(_ what: String) throws {
        guard let members else { return }
        complain(
            """
            The data is in the etcd \(members), not in a folder: \(what) To use a folder instead, \
            name it with --data.
            """)
        throw ExitCode(.configuration)
    }
}

/// Messages for the person at the terminal, with the next command.
extension StoreOptions {
    /// The command line's options for the place of the data, each with a blank before it. The
    /// environment also applies to the next command.
    var commandLineOptions: String {
        let options = [
            ("--data", data.data), ("--etcd", etcd.etcd), ("--etcd-user", etcd.etcdUser),
            ("--etcd-password-file", etcd.etcdPasswordFile), ("--etcd-ca", etcd.etcdCa),
            ("--etcd-certificate", etcd.etcdCertificate), ("--etcd-key", etcd.etcdKey),
            ("--etcd-prefix", etcd.etcdPrefix),
        ]
        return options.compactMap { name, value in value.map { " \(name) \(shellWord($0))" } }
            .joined()
    }

    /// Returns the next command to type, about the same accounts.
    func command(_ words: String) -> String { "cloudyd \(words)\(commandLineOptions)" }

    /// Runs `body`; reports an invalid name or number, or a problem with the etcd, and ends the
    /// command.
    func reportingErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await reporting(words, body)
    }

    /// Reports the place of an empty list, which may be the wrong one.
    func sayNoAccounts() {
        let place = members.map { "the etcd \($0)" } ?? data.folder
        complain(
            "There is no account in \(place) yet. To add one: \(command("account add NAME"))")
    }

    private func words(_ error: any ReportableError) -> String {
        switch error {
        case let error as CloudError: words(for: error)
        case let error as AccountsError: error.description(adding: commandLineOptions)
        default: error.description
        }
    }

    private func words(for error: CloudError) -> String {
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
