public import FileCoordination

extension FileCoordinationError: ReportableError {
    public var exitStatus: ExitStatus {
        if isOfInput { return .badData }
        return code == .notAllowed ? .notAllowed : .cannotWrite
    }
}
