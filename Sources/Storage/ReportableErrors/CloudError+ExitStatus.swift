public import FileCoordination
public import Replication

extension CloudError: ReportableError {
    public var exitStatus: ExitStatus {
        switch code {
        case .notAllowed: .notAllowed
        // A problem that no retry solves: what is there is damaged, newer, or no cloud.
        case .unusable: .configuration
        default: .cloudUnreachable
        }
    }
}
