import FileCoordination
import ReplicaFile
import Replication
import SQLite

extension HomeError {
    /// Says of any error of the drivers what it means for the home.
    public init(_ error: any Error) {
        switch error {
        case let error as HomeError:
            self = error
        case let error as ReplicaFileError:
            self.init(.configuration, error.description)
        case let error as CloudError:
            self.init(error.code == .notAllowed ? .notAllowed : .configuration, error.message)
        case let error as SQLiteError:
            self.init(Self.code(of: error.code), error.description)
        case let error as FileCoordinationError:
            self.init(Self.code(of: error.code), error.description)
        default:
            self.init(.damaged, "\(error)")
        }
    }

    private static func code(of code: SQLiteError.Code) -> Code {
        switch code {
        case .corrupt, .notADatabase: .damaged
        default: .cannotWrite
        }
    }

    private static func code(of code: FileCoordinationError.Code) -> Code {
        code == .notAllowed ? .notAllowed : .cannotWrite
    }
}
