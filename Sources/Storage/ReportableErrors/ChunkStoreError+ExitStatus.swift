public import Documents
public import FileCoordination

extension ChunkStoreError: ReportableError {
    public var exitStatus: ExitStatus {
        switch code {
        case .full: .cannotWrite
        case .notAllowed: .notAllowed
        case .damaged: .badData
        case .unreachable, .absent: .cloudUnreachable
        }
    }
}
