import Glibc
import Replication
import SQLite
import ScratchFolder
import Testing

@testable import CloudConformance
@testable import LocalCloud

/// Opening the file at a path. A file that is refused is not touched.
@Suite struct OpeningTests {
    let folder = ScratchFolder()
    var path: String { folder.path("cloud.sqlite") }

    func error(_ path: String) -> CloudError? {
        #expect(throws: CloudError.self) { try LocalCloud(path: path) }
    }

    @Test func newFolderAndFilesAreForTheirOwnerOnly() async throws {
        let old = umask(0)
        defer { umask(old) }
        let cloud = try LocalCloud(path: folder.path("clouds/local/cloud.sqlite"))
        try await cloud.commit(.set("a", "1"))
        for name in ["clouds", "clouds/local"] { #expect(folder.permissions(name) == 0o700) }
        for suffix in ["", "-wal", "-shm", "-bell"] {
            #expect(folder.permissions("clouds/local/cloud.sqlite" + suffix) == 0o600)
        }
    }

    @Test func reopenedCloudKeepsItsRecordsAndMarks() async throws {
        let before = try await LocalCloud(path: path).register(
            Registration(sender: .as(.a), device: "laptop", cursor: 0))
        try await LocalCloud(path: path).commit(.set("a", "1"), from: .as(.a, next: 3))
        let cloud = try LocalCloud(path: path)
        let listing = try await cloud.list(.start, limit: 10)
        #expect(listing.epoch == before.epoch)
        #expect(listing.head == 1)
        #expect(listing.value.entries.map(\.key) == ["a"])
        #expect(try await cloud.register(.as(.a)) == .unknownMark(held: .number(3)))
    }

    @Test func commitsAreSyncedAndInWALMode() async throws {
        let cloud = try LocalCloud(path: path)
        try await cloud.register(.a)
        let (mode, level) = try cloud.withFile { file in
            (
                try file.database.first("PRAGMA journal_mode") { $0.text(0) },
                try file.database.first("PRAGMA synchronous") { $0.integer(0) }
            )
        }
        #expect(mode == "wal")
        #expect(level == 2)
    }

    @Test func fileWithAForeignApplicationIDIsRefused() async throws {
        try await LocalCloud(path: path).commit(.set("a", "1"))
        #expect(try Database(path: path).applicationID() == 0x436C_6443)
        try Database(path: path).execute("PRAGMA application_id = 0")
        #expect(
            try await LocalCloud(path: path).quota().head == 1,
            "a file without an application ID must be accepted")
        try Database(path: path).execute("PRAGMA application_id = 0x436C6479")
        #expect(error(path)?.code == .unusable)
    }

    @Test func emptyFileBecomesANewCloud() async throws {
        folder.write("cloud.sqlite", [])
        try await LocalCloud(path: path).commit(.set("a", "1"))
    }

    @Test func fileThatIsNotADatabaseIsRefused() {
        let text = Array(String(repeating: "not a database\n", count: 100).utf8)
        folder.write("cloud.sqlite", text)
        let error = error(path)
        #expect(error?.code == .unusable)
        #expect(error?.message.contains("\(path) is not a database. Move it away") == true)
        #expect(folder.read("cloud.sqlite") == text)
    }

    @Test(arguments: [0, 2]) func databaseOfAnotherProgramIsRefused(_ version: Int) throws {
        try Database(path: path).execute("CREATE TABLE a(x); PRAGMA user_version=\(version)")
        let before = folder.read("cloud.sqlite")
        let error = error(path)
        #expect(error?.code == .unusable)
        #expect(error?.message.contains("another program") == true)
        #expect(folder.read("cloud.sqlite") == before)
    }

    @Test func newerFormatIsRefused() throws {
        _ = try LocalCloud(path: path)
        try Database(path: path).execute("PRAGMA user_version=3")
        let error = error(path)
        #expect(error?.code == .unusable)
        #expect(error?.message.contains("format 3; this one knows 2). Update") == true)
    }

    @Test func networkFileSystemIsRefused() {
        let error = #expect(throws: CloudError.self) {
            try LocalCloud(path: path, busyTimeout: 0, networkFileSystem: { _ in "NFS" })
        }
        #expect(error?.code == .unusable)
        #expect(error?.message.contains("(NFS)") == true)
        #expect(error?.message.contains(path) == true)
        #expect(folder.names == [])
    }

    /// Commits stay in the write-ahead log until a checkpoint, but the tests damage the file.
    private func moveLogIntoFile() throws {
        try Database(path: path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    @Test func damagedFileIsRefusedWhenItIsOpened() async throws {
        try await LocalCloud(path: path).commit(.set("a", "1"))
        try moveLogIntoFile()
        folder.overwrite("cloud.sqlite", at: 4096, with: Array(repeating: 0x5a, count: 4096))
        let error = error(path)
        #expect(error?.code == .unusable)
        #expect(error?.message.contains("\(path) is damaged") == true)
        #expect(error?.message.contains("Every device still has its own data") == true)
    }

    @Test func listingOfDamagedRecordsFails() async throws {
        do {
            let cloud = try LocalCloud(path: path)
            let batch = (0..<500).map { ProposedChange.set("\($0)", "some text for a record") }
            _ = try await cloud.compareAndSet(batch)
        }
        try moveLogIntoFile()
        let pages = folder.read("cloud.sqlite").count / 4096
        for page in (pages / 2)..<pages {
            let garbage = Array(repeating: UInt8(0x5a), count: 4096)
            folder.overwrite("cloud.sqlite", at: page * 4096, with: garbage)
        }
        let cloud = try LocalCloud(path: path)
        let error = await #expect(throws: CloudError.self) { try await cloud.listAll() }
        #expect(error?.code == .unusable)
    }

    @Test func fileInPlaceOfTheFolderIsUnreachable() {
        folder.write("file", [])
        let error = error(folder.path("file/cloud.sqlite"))
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("file") == true)
    }
}
