import ReplicaFile
import ReportableErrors

extension HomeError {
    /// Converts an error of a lower layer into an error of the home.
    public init(_ error: any Error) {
        switch error {
        case let error as HomeError:
            self = error
        case let error as ReplicaFileError:
            self.init(.configuration, error.description)
        // An error of a cloud, a database or a file.
        case let error as any ReportableError:
            self.init(Code(error.exitStatus), error.description)
        default:
            self.init(.damaged, "\(error)")
        }
    }
}
