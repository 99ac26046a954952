import FileCoordination
import Replication
import SQLite

extension CloudError {
    /// Makes the error of a cloud from the error of a call on the file at `path`.
    ///
    /// - Parameter isServed: whether the file belongs to a server, whose devices are elsewhere.
    init(_ error: any Error, path: String, isServed: Bool = false) {
        switch error {
        case let error as CloudError: self = error
        case let error as FileCoordinationError:
            let isFull = error.code == .noSpace
            self.init(
                .unreachable, error.description, lacksRoom: isFull,
                isFullHere: isFull && !isServed)
        case let error as SQLiteError:
            self.init(
                CloudError.code(of: error), error.description, lacksRoom: error.lacksRoom,
                isFullHere: error.lacksRoom && !isServed)
        default: self.init(.unusable, "\(path) is damaged: its state is missing or invalid.")
        }
        guard code == .unusable, (error as? SQLiteError) != nil || error is Damage else { return }
        if isServed {
            let reason = (error as? SQLiteError)?.message ?? "its state is missing"
            message =
                "\(path) is damaged (\(reason)). Stop the server and restore a backup: cloudyd "
                + "restore FOLDER --replace. Without a backup, move away this file and the files "
                + "beside it whose names begin with its name: the devices fill a new one."
        } else {
            message += " Every device still has its own data and fills a new file from it."
        }
    }

    private static func code(of error: SQLiteError) -> Code {
        switch error.code {
        // The last page of the commit may have been written before the failure.
        case .ioError where error.isCommit: .unknownOutcome
        case .busy, .full, .readOnly, .cannotOpen, .ioError, .moved: .unreachable
        default: .unusable
        }
    }
}
