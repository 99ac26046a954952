import CloudMessages
import Glibc
import Replication
import SQLite
import ScratchFolder
import TestSupport
import Testing

@testable import CloudServer
@testable import ServerAccounts

/// Damaged files of a server, and the messages that tell its owner what to do.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct DamageTests {
    private let folder = ScratchFolder()
    private var data: String { folder.path("data") }
    private var backup: String { folder.path("backup") }
    private var cloud: String { "accounts/ada/cloud.sqlite" }

    /// The kind of damage to a file.
    enum Damage: CaseIterable {
        case bytes
        case end
        case text
        case table

        func happen(to path: String, table: String) throws {
            switch self {
            case .bytes:
                var bytes = try Self.read(path)
                for index in 100..<4000 { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
                try Self.write(bytes, path)
            case .end: try Self.write(Array(try Self.read(path).prefix(5000)), path)
            case .text: try Self.write(Array("garbage".utf8), path)
            case .table:
                let database = try Database(path: path, access: .readWrite)
                try database.execute("DROP TABLE \(table)")
                _ = try database.first("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
            }
        }

        private static func read(_ path: String) throws -> [UInt8] {
            let file = try #require(fopen(path, "re"))
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 1 << 20)
            return Array(bytes.prefix(fread(&bytes, 1, bytes.count, file)))
        }

        private static func write(_ bytes: [UInt8], _ path: String) throws {
            let file = try #require(fopen(path, "we"))
            defer { fclose(file) }
            #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        }
    }

    /// A folder of a server with one record, and a backup of it.
    private func prepare() async throws -> (AccountsFile, token: String) {
        let accounts = try AccountsFile(folder: data)
        let token = try accounts.addAccount("ada")
        let access = try #require(try ServerDirectory(accounts).access(token: token))
        let sender = Sender(actor: ActorID(rawValue: 1), confirmed: nil, pending: [], next: nil)
        _ = try await access.cloud(.own).compareAndSet(
            [ProposedChange(key: "a", expectedRevision: 0, record: [1], isTombstone: false)],
            from: sender)
        // Without the checkpoint, the log would still have everything.
        _ = try Database(path: "\(data)/\(cloud)", access: .readWrite)
            .first("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
        _ = try ServerBackup(of: accounts, to: backup)
        return (accounts, token)
    }

    @Test(arguments: Damage.allCases, ["accounts.sqlite", "accounts/ada/cloud.sqlite"])
    func damagedBackupIsNotRestored(_ damage: Damage, _ file: String) async throws {
        _ = try await prepare()
        try damage.happen(
            to: "\(backup)/\(file)", table: file == cloud ? "records" : "tokens")
        let error = #expect(throws: AccountsError.self) {
            try ServerBackup(restoring: backup, to: folder.path("new"), replacing: false)
        }
        let text = error?.description ?? ""
        #expect(text.contains("The backup is damaged"), "\(text)")
        #expect(text.contains("\(backup)/\(file)"), "\(text)")
        #expect(text.contains("Restore another one"))
        #expect(!text.contains("cloudy sync") && !text.contains("SELECT"), "\(text)")
        #expect(access(folder.path("new"), F_OK) != 0, "a refused restore must not leave a folder")
    }

    @Test(arguments: Damage.allCases)
    func damagedStoreIsNotBackedUp(_ damage: Damage) async throws {
        let (accounts, _) = try await prepare()
        try damage.happen(to: "\(data)/\(cloud)", table: "records")
        let error = #expect(throws: AccountsError.self) {
            try ServerBackup(of: accounts, to: folder.path("again"))
        }
        let text = error?.description(adding: " --data D") ?? ""
        #expect(text.contains("\(data)/\(cloud) is damaged"), "\(text)")
        #expect(text.contains("cloudyd restore FOLDER --replace --data D"), "\(text)")
        #expect(fopen(folder.path("again/accounts.sqlite"), "re") == nil)
    }

    @Test func accountsFileWithoutATableIsDamaged() async throws {
        let (accounts, token) = try await prepare()
        try Damage.table.happen(to: data + "/accounts.sqlite", table: "tokens")
        for open in [
            { try AccountsFile(folder: data) }, { try AccountsFile(existingIn: data) },
        ] {
            let error = #expect(throws: AccountsError.self) { try open() }
            #expect(error?.description.contains("cloudyd restore FOLDER --replace") == true)
            #expect(error?.description.contains("SELECT") == false)
        }
        let error = #expect(throws: AccountsError.self) {
            try ServerDirectory(accounts).access(token: token)
        }
        #expect(error?.description.contains("cloudyd restore") == true)
    }

    /// Such a file opens: the damage is noticed only when a command reads the rows.
    @Test func damagedRowsOfAccountsAreExplainedByEachCommand() async throws {
        let (accounts, token) = try await prepare()
        _ = try accounts.database.first("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
        // The first page has the schema.
        let page = 4096
        let size = folder.read("data/accounts.sqlite").count
        try #require(size > page)
        folder.overwrite(
            "data/accounts.sqlite", at: page,
            with: [UInt8](repeating: 0x5A, count: size - page))
        let damaged = try AccountsFile(existingIn: data)
        let commands: [() throws -> Void] = [
            { _ = try damaged.tokens() }, { _ = try damaged.tokens(account: "ada") },
            { _ = try damaged.accounts() }, { _ = try damaged.addAccount("bob") },
            { _ = try damaged.addToken(account: "ada", name: "laptop", scope: .read) },
            { _ = try damaged.rotateToken(1) }, { try damaged.revokeToken(1) },
            { try damaged.removeAccount("ada") },
            { _ = try ServerDirectory(damaged).access(token: token) },
        ]
        for command in commands {
            let error = #expect(throws: AccountsError.self) { try command() }
            let text = error?.description(adding: " --data D") ?? ""
            #expect(text.contains("\(data)/accounts.sqlite is damaged"), "\(text)")
            #expect(text.contains("cloudyd restore FOLDER --replace --data D"), "\(text)")
            #expect(!text.contains("cloudy sync"), "\(text)")
        }
    }

    @Test(arguments: [Damage.bytes, .table])
    func errorForADamagedStoreSaysHowToRestoreIt(_ damage: Damage) async throws {
        let (accounts, token) = try await prepare()
        try damage.happen(to: "\(data)/\(cloud)", table: "records")
        let error = await #expect(throws: CloudError.self) {
            try await #require(try ServerDirectory(accounts).access(token: token)).cloud(.own)
                .list(.start, limit: 10)
        }
        #expect(error?.code == .unusable)
        let text = error?.message ?? ""
        #expect(text.contains("cloudyd restore FOLDER --replace"), "\(text)")
        #expect(!text.contains("cloudy sync") && !text.contains("SELECT"), "\(text)")
    }
}
