public import FileCoordination
public import ReportableErrors

extension HomeError: ReportableError {
    public var exitStatus: ExitStatus {
        switch code {
        case .usage: .usage
        case .cannotWrite: .cannotWrite
        case .notAllowed: .notAllowed
        case .damaged: .badData
        default: .configuration
        }
    }
}

extension HomeError.Code {
    /// Makes the code for an error of a lower layer with this status.
    init(_ status: ExitStatus) {
        switch status {
        case .usage: self = .usage
        case .cannotWrite: self = .cannotWrite
        case .notAllowed: self = .notAllowed
        case .badData: self = .damaged
        case .done, .nothingFound, .cloudUnreachable, .configuration: self = .configuration
        }
    }
}
