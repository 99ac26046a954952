import Documents
import FileCoordination
import Replication
import SQLite

/// Returns whether an error says that a disk of this machine is full, not one of a server.
public func isFullDisk(_ error: any Error) -> Bool {
    switch error {
    case let error as SQLiteError: error.lacksRoom
    case let error as FileCoordinationError: error.code == .noSpace
    case let error as ChunkStoreError: error.isFullHere
    case let error as CloudError: error.isFullHere
    default: false
    }
}
