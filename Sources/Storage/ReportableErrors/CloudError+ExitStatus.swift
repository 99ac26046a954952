public import FileCoordination
public import Replication

extension CloudError: ReportableError {
    public var exitStatus: ExitStatus {
        if isFullHere { return .cannotWrite }
        return switch code {
        case .notAllowed: .notAllowed
        // No retry helps: the cloud is damaged, newer than this program, or not a cloud.
        case .unusable: .configuration
        default: .cloudUnreachable
        }
    }
}
