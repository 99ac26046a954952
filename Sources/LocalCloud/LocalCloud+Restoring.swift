public import Replication
import SQLite

extension LocalCloud {
    /// Makes the copy of a cloud at `path` one that can be used: another incarnation of it, so that
    /// devices notice that it is not what they know, and send what it lacks.
    ///
    /// Nobody may have it open. Throws ``CloudError`` when it is no cloud.
    public static func begin(copyAt path: String) throws(CloudError) {
        do {
            let database = try Database(path: path, access: .readWrite)
            try database.useLog()
            try CloudFile.prepare(database)
            let epoch = ActorID(rawValue: .random(in: 0...UInt64.max)).description
            try database.transaction { try database.run("UPDATE meta SET epoch = ?", .text(epoch)) }
            _ = try database.first("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
        } catch {
            throw CloudError(error, path: path)
        }
    }
}
