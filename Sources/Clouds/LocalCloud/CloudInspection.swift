public import Replication
import SQLite

/// The content of a cloud's file, read row by row so that a damaged row hides no other.
///
/// Reading changes nothing, and disturbs no process that has the cloud open.
public struct CloudInspection: Sendable {
    public var epoch = ""
    public var head: Int64 = 0
    /// The records, in the order of their revisions.
    public var entries: [CloudEntry] = []
    /// Whether the file is still empty, without tables: the program that made it was stopped, or
    /// had no space.
    public var isUnfinished = false
    /// The problems of the file as a whole; empty if it is sound.
    public var problems: [String] = []

    private init() {}

    /// Reads the cloud at `path`, which must exist. Throws ``CloudError`` if it is not a cloud that
    /// this program can read.
    public init(path: String) throws(CloudError) {
        do {
            self = try Database.inspect(path: path) { database in
                var found = CloudInspection()
                try database.transaction(.deferred) { try found.read(database, path) }
                return found
            }
        } catch {
            throw CloudError(error, path: path)
        }
    }

    private mutating func read(_ database: Database, _ path: String) throws {
        let format = try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
        if format == 0, try database.isEmpty() {
            isUnfinished = true
            return
        }
        guard format == CloudFile.version else {
            throw CloudError(
                .unusable,
                "\(path) has format \(format), but this Cloudy knows \(CloudFile.version): it "
                    + "belongs to a newer Cloudy, or to another program.")
        }
        problems = try database.integrityProblems()
        let state = try CloudFile.state(database)
        (epoch, head) = (state.epoch, state.head)
        try database.forEach(
            "SELECT \(CloudFile.entryColumns) FROM records ORDER BY revision"
        ) { entries.append(CloudFile.entry($0)) }
        if let last = entries.last, last.revision > head {
            problems.append("a record has revision \(last.revision), after its head \(head)")
        }
        if let first = entries.first, first.revision < 1 {
            problems.append("a record has revision \(first.revision), which no device requests")
        }
        try checkBookkeeping(database)
    }

    private mutating func checkBookkeeping(_ database: Database) throws {
        let live = entries.filter { !$0.isTombstone }
        let bytes = live.reduce(0) { $0 + $1.record.count + $1.key.utf8.count }
        let noted = try database.first("SELECT usedBytes, usedKeys FROM meta") { row in
            [row.integer(0), row.integer(1)]
        }
        if noted != [Int64(bytes), Int64(live.count)] {
            problems.append("its count of used bytes or keys is wrong")
        }
    }
}
