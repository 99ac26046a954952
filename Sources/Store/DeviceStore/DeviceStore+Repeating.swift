import FileCoordination
import KeyValueStore

extension DeviceStore {
    /// Runs `work` now and whenever something changes, until the task is cancelled.
    ///
    /// - Parameter work: returns whether it is done. If not, it runs again: soon at first, then
    ///   less and less often, down to once a minute.
    package func repeatOnChanges(_ work: () async -> Bool) async {
        let (wakes, wake) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // Before `work` runs for the first time: it must not miss what changes meanwhile.
        let changes = self.rings()
        wake.yield()
        let rings = Task { for await _ in changes { wake.yield() } }
        var retry: Task<Void, Never>?
        defer {
            rings.cancel()
            retry?.cancel()
        }
        var pause = Self.shortestPause
        for await _ in wakes {
            retry?.cancel()
            if await work() {
                pause = Self.shortestPause
                continue
            }
            retry = Task { [pause] in
                do { try await Task.sleep(for: .seconds(pause)) } catch { return }
                wake.yield()
            }
            pause = min(pause * 2, Self.longestPause)
        }
    }

    /// The pauses before `work` runs again, in seconds.
    private static let shortestPause = 0.25
    private static let longestPause = 60.0

    /// Collects unnamed contents once a day, in one process at a time, if the device has just
    /// synced.
    ///
    /// - Parameters:
    ///   - folder: the folder of the chunks; nothing is collected where it is missing.
    ///   - collect: receives a closure that returns whether the device still knows the changes of
    ///     others: see ``ContentCollection/run(keeping:while:)``.
    package func collectContentsIfDue(
        in folder: String, _ collect: (_ isCurrent: () -> Bool) async throws -> Void
    ) async throws {
        func now() -> Double { Double(Self.milliseconds()) / 1000 }
        // A time in the future says nothing: the clock was wrong then, or is now.
        func isWithin(_ seconds: Double, of time: Double) -> Bool { abs(now() - time) < seconds }
        guard let synced = try syncState().lastSync, isWithin(Self.freshness, of: synced),
            FileStatus(folder) != nil
        else { return }
        let lock = try FileLock(path: folder + "/collection.lock")
        guard lock.tryLock() else { return }
        defer { lock.unlock() }
        let note = folder + "/collected"
        if let last = FileStatus(note)?.modified, isWithin(Self.collectionPause, of: last) {
            return
        }
        try await collect { isWithin(Self.freshness, of: synced) }
        try writeAtomically([], to: note)
    }

    /// The longest time since the device synced, and the time until it collects again, in seconds.
    private static let freshness = 3600.0
    private static let collectionPause = 24 * 3600.0
}
