import FileCoordination
import Glibc
import ReplicaFile
import Replication

// A folder of a device that is copied while a program writes there may be torn: SQLite's file and
// the log beside it are of two moments, and together they show a state that never was. A bookmark
// can be there whose deletion the replica believes to have listed long ago. Nothing in the file
// tells that. But it is another file, and the file system gives each file a number of its own.

extension DeviceStore {
    /// Lists the cloud from its beginning when the replica is a copy, which may lack changes before
    /// its cursor. Called by the process that has just begun to sync. The cursor goes back before
    /// the file is noted, so that a crash between the two makes it go back again.
    func listAnewAfterCopying() {
        guard let now = Self.identity(of: location.replica) else { return }
        let known = try? HomeLocation.bytes(of: location.identity, limit: 256)
        if known == now { return }
        do {
            // Where nothing was noted yet, nothing is known of a copy.
            if known != nil {
                try replica.write(.durable) { replica in
                    var meta = try replica.meta()
                    guard meta.cursor != nil else { return }
                    meta.cursor = 0
                    try replica.setMeta(meta)
                }
            }
            try writeAtomically(now, to: location.identity)
        } catch {
            // The next process that syncs tries again.
        }
    }

    /// A line that differs between a file and its copies; `nil` if there is no file. It has the
    /// number of the file system too, since those of files are much alike on all disks.
    private static func identity(of path: String) -> [UInt8]? {
        var (status, system) = (stat(), statvfs())
        guard stat(path, &status) == 0, statvfs(path, &system) == 0 else { return nil }
        return Array("\(status.st_ino) \(system.f_fsid)\n".utf8)
    }
}
