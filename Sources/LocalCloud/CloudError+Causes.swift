import FileCoordination
import Replication
import SQLite

extension CloudError {
    /// What the failure of a call on the file at `path` means for its caller.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as CloudError: self = error
        case let error as FileCoordinationError: self.init(.unreachable, error.description)
        case let error as SQLiteError:
            self.init(
                CloudError.code(of: error), error.description, lacksRoom: error.code == .full)
        default: self.init(.unusable, "\(path) is damaged: its state is missing or makes no sense.")
        }
        if code == .unusable, (error as? SQLiteError) != nil || error is Damage {
            message += " Every device still has its own data: a new file will be filled from them."
        }
    }

    private static func code(of error: SQLiteError) -> Code {
        switch error.code {
        // The last page of the commit may have been written before the failure.
        case .ioError where error.isCommit: .unknownOutcome
        case .busy, .full, .readOnly, .cannotOpen, .ioError: .unreachable
        default: .unusable
        }
    }
}
