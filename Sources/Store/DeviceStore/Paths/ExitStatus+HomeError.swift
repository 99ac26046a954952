public import FileCoordination

extension ExitStatus {
    /// Makes the exit status after an error that kept a home from being opened or used.
    public init(_ code: HomeError.Code) {
        switch code {
        case .usage: self = .usage
        case .cannotWrite: self = .cannotWrite
        case .notAllowed: self = .notAllowed
        case .damaged: self = .badData
        default: self = .configuration
        }
    }
}
