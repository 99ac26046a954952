import FileCoordination
import Glibc
import Replication
import SQLite

/// The identity and the progress of a cloud.
struct CloudState: Sendable, Hashable {
    var epoch: String
    var head: Int64
    /// The highest revision of a collected tombstone.
    var floor: Int64
}

/// One connection to the file of a cloud.
///
/// The records are stored in the order of their revisions, so that a listing reads the file from
/// front to back; a changed record moves to the end.
final class CloudFile {
    /// A day in milliseconds.
    static let day: Int64 = 24 * 60 * 60 * 1000

    static let version: Int64 = 2

    /// The application id of cloud files: `CldC`.
    static let applicationID: Int64 = 0x436C_6443

    let database: Database
    private let identity: FileIdentity?
    /// The limits besides the quota.
    let bounds: StoreBounds?
    /// The bytes of all deletions, and the state for which they were counted.
    private var deleted: (state: CloudState, bytes: Int64)?

    /// - Parameter isMaking: whether to create the file and its folder if they are missing.
    init(
        path: String, isMaking: Bool = true, isServed: Bool = false,
        bounds: StoreBounds? = nil, busyTimeout: Int,
        networkFileSystem: (String) -> String?
    ) throws(CloudError) {
        if let name = networkFileSystem(path) {
            throw CloudError(
                .unusable,
                """
                \(path) is on a network file system (\(name)), where SQLite's locks do not work \
                and the file would be damaged. Put it on a local disk.
                """)
        }
        do {
            if isMaking, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
                slash > path.startIndex
            {
                try createPrivateFolder(String(path[..<slash]))
            }
            database = try Database(
                path: path, access: isMaking ? .create : .readWrite, busyTimeout: busyTimeout)
            try CloudFile.prepare(database)
        } catch {
            throw CloudError(error, path: path, isServed: isServed)
        }
        identity = FileIdentity(path)
        self.bounds = bounds
    }

    /// Whether the open file is still the one at the path.
    var isCurrent: Bool { identity != nil && identity == FileIdentity(database.path) }

    func state() throws -> CloudState { try CloudFile.state(database) }

    static func state(_ database: Database) throws -> CloudState {
        let state = try database.first("SELECT epoch, head, floor FROM meta") { row in
            CloudState(epoch: row.text(0), head: row.integer(1), floor: row.integer(2))
        }
        // Half of all numbers are left for later revisions.
        guard let state, (0...Int64.max / 2).contains(state.head) else { throw Damage.noState }
        return state
    }

    func quota(_ limits: Quota) throws -> (CloudState, Quota) {
        try database.transaction(.deferred) {
            var quota = limits
            (quota.usedBytes, quota.usedKeys) = try used()
            return (try state(), quota)
        }
    }

    /// Returns the bytes of all deletions, with their keys. Counts them only after another
    /// connection changed the file.
    func deletedBytes(_ state: CloudState) throws -> Int64 {
        if let deleted, deleted.state == state { return deleted.bytes }
        let sum = "SELECT sum(length(record) + length(CAST(key AS BLOB))) FROM records"
        return try database.first(sum + " WHERE isTombstone") { $0.integer(0) } ?? 0
    }

    /// Notes the size of deletions after a commit.
    func note(deletedBytes bytes: Int64, at state: CloudState) { deleted = (state, bytes) }

    /// Returns the size of the records that are not tombstones.
    func used() throws -> (bytes: Int64, keys: Int) {
        let used = try database.first("SELECT usedBytes, usedKeys FROM meta") { row in
            // Invalid numbers from another program must not make the sums overflow.
            (
                bytes: min(max(row.integer(0), 0), 1 << 60),
                keys: Int(min(max(row.integer(1), 0), 1 << 60))
            )
        }
        guard let used else { throw Damage.noState }
        return used
    }
}

/// A missing part that every sound file has.
enum Damage: Error {
    case noState
}

private struct FileIdentity: Equatable {
    var device: dev_t
    var number: ino_t

    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
    }
}
