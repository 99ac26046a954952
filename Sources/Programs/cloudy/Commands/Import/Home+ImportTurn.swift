import BookmarkLibrary
import FileCoordination

extension Home {
    /// Runs `body` while no other import of this device is running; reports if it has to wait.
    func withImportTurn<Result>(_ body: () throws -> Result) throws -> Result {
        guard let lock = try importLock() else { return try body() }
        guard lock.tryLock() else {
            complain("Waiting for another import on this device to finish.")
            return try lock.withLock(body)
        }
        defer { lock.unlock() }
        return try body()
    }
}
