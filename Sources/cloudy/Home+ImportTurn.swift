import FileCoordination
import Home

extension Home {
    /// Runs `body` while no import of this device is at work; says so when it has to wait.
    ///
    /// - Parameter kind: exclusive for an import; shared for what only must not meet one.
    func withImportTurn<Result>(
        _ kind: FileLock.Kind, _ body: () throws -> Result
    ) throws -> Result {
        guard let lock = try importLock() else { return try body() }
        guard lock.tryLock(kind) else {
            complain("An import is at work on this device. Waiting for its end.")
            return try lock.withLock(kind, body)
        }
        defer { lock.unlock() }
        return try body()
    }
}
