import FileCoordination
import Glibc
import ReplicaFile
import Replication

// A copy of a device's folder, made while a program writes, may be torn: SQLite's file and its log
// are of different moments, and together show a state that never existed. For example, the copy may
// contain a bookmark although its cursor has passed the deletion. The file itself does not show
// that it is a copy. But the file system gives each file another number.

extension DeviceStore {
    /// Lists the cloud from its beginning if the replica is a copy, which may lack changes before
    /// its cursor. Call this in a process that has just begun to sync. It resets the cursor before
    /// it notes the file, so that after a crash between the two it resets the cursor again.
    func listAnewAfterCopying() {
        guard let now = Self.identity(of: location.replica) else { return }
        let known = try? HomeLocation.bytes(of: location.identity, limit: 256)
        if known == now { return }
        do {
            // Without an earlier note, there is no sign of a copy.
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

    /// Returns a line that differs between a file and its copies; `nil` if there is no file. It
    /// includes the number of the file system, as file numbers on different disks are often the
    /// same.
    private static func identity(of path: String) -> [UInt8]? {
        var (status, system) = (stat(), statvfs())
        guard stat(path, &status) == 0, statvfs(path, &system) == 0 else { return nil }
        return Array("\(status.st_ino) \(system.f_fsid)\n".utf8)
    }
}
