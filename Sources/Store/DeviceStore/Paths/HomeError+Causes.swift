import FileCoordination
import Glibc
import ReplicaFile
import Replication
import SQLite

extension HomeError {
    /// Converts an error of a lower layer into an error of the home.
    public init(_ error: any Error) {
        switch error {
        case let error as HomeError:
            self = error
        case let error as ReplicaFileError:
            self.init(.configuration, error.description)
        case let error as CloudError:
            self.init(error.code == .notAllowed ? .notAllowed : .configuration, error.message)
        case let error as SQLiteError:
            self.init(Self.code(of: error), error.description)
        case let error as FileCoordinationError:
            self.init(
                error.isOfInput ? .damaged : Self.code(of: error.code), error.description)
        default:
            self.init(.damaged, "\(error)")
        }
    }

    private static func code(of error: SQLiteError) -> Code {
        switch error.code {
        case .corrupt, .notADatabase: .damaged
        case _ where error.lacksPart: .damaged
        case _ where error.lacksRoom: .cannotWrite
        case .readOnly, .cannotOpen: isForbidden(error.path) ? .notAllowed : .cannotWrite
        default: .cannotWrite
        }
    }

    /// Returns whether permissions keep a database from being written. SQLite does not say why.
    private static func isForbidden(_ path: String) -> Bool {
        func isClosed(_ path: String) -> Bool {
            access(path, W_OK) != 0 && (errno == EACCES || errno == EPERM)
        }
        return isClosed(path) || parentFolder(of: path).map(isClosed) ?? false
    }

    private static func code(of code: FileCoordinationError.Code) -> Code {
        code == .notAllowed ? .notAllowed : .cannotWrite
    }
}
