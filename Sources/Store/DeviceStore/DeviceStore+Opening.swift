import FileCoordination
import Glibc
import ReplicaFile
import SQLite

extension DeviceStore {
    /// Makes the folder of the device. Returns the reason if the folder can only be read.
    static func makeFolder(_ location: StoreLocation) throws -> HomeError? {
        do throws(FileCoordinationError) {
            try createPrivateFolder(location.folder)
            _ = try Doorbell(path: location.doorbell)
            return nil
        } catch {
            guard access(location.replica, R_OK) == 0 else { throw error }
            let why: String
            switch error.code {
            case .readOnly: why = "\(location.folder) is on a read-only file system"
            case .notAllowed: why = "you cannot write to \(location.folder)"
            default: throw error
            }
            return HomeError(
                error.code == .notAllowed ? .notAllowed : .cannotWrite,
                "Nothing can be saved or synced: \(why).")
        }
    }

    static func openReplica(
        _ location: StoreLocation, _ derivedTables: [any DerivedTable],
        access: Database.Access = .create
    ) throws -> ReplicaFile {
        try ReplicaFile(
            path: location.replica, device: location.device, random: Self.random,
            derivedTables: derivedTables, access: access)
    }

    /// Opens the replica if nothing can be written.
    ///
    /// The write-ahead log is read, too, if its index is there. Without a log, the file alone is
    /// enough, unless a process writes to it.
    static func openForReading(
        _ location: StoreLocation, _ derivedTables: [any DerivedTable]
    ) throws -> ReplicaFile {
        do {
            return try openReplica(location, derivedTables, access: .readOnly)
        } catch let error as SQLiteError
            where [.cannotOpen, .readOnly].contains(error.code) && !error.lacksRoom
        {
            var log = stat()
            let hasLog = stat(location.replica + "-wal", &log) == 0 && log.st_size > 0
            if !hasLog && isReadOnlyFileSystem(location.folder) {
                return try openReplica(location, derivedTables, access: .immutable)
            }
            throw HomeError(
                isReadOnlyFileSystem(location.folder) ? .cannotWrite : .notAllowed,
                "\(location.replica) cannot be read here: SQLite needs replica.sqlite-shm beside "
                    + "it and cannot create it. Copy the home to a writable disk, and open it "
                    + "there: cloudy --home FOLDER")
        }
    }

    private static func isReadOnlyFileSystem(_ path: String) -> Bool {
        var status = statvfs()
        return statvfs(path, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
    }
}
