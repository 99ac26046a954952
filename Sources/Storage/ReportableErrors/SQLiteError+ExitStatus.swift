public import FileCoordination
import Glibc
public import SQLite

extension SQLiteError: ReportableError {
    public var exitStatus: ExitStatus {
        switch code {
        case .corrupt, .notADatabase: .badData
        case _ where lacksPart: .badData
        case _ where lacksRoom: .cannotWrite
        case .readOnly, .cannotOpen: isForbidden ? .notAllowed : .cannotWrite
        default: .cannotWrite
        }
    }

    /// Whether permissions keep the database from being written. SQLite does not say why.
    private var isForbidden: Bool {
        func isClosed(_ path: String) -> Bool {
            access(path, W_OK) != 0 && (errno == EACCES || errno == EPERM)
        }
        return isClosed(path) || parentFolder(of: path).map(isClosed) ?? false
    }
}
