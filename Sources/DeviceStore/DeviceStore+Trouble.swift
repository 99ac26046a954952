import FileCoordination
import Glibc
import KeyValueStore
import Replication

// What is in the way of an engine is known to its own process alone. Where that is a process of its
// own, without a screen, it leaves a line in a file for those that have one, and rings.

extension DeviceStore {
    /// Runs `body`, and says meanwhile to the other processes what trouble the engine has, when
    /// they cannot have an engine themselves.
    func sayingTrouble(of engine: SyncEngine, _ body: () async -> Void) async {
        guard location.remote != nil else { return await body() }
        say(nil)
        let task = Task {
            var said: String?
            for await _ in doorbell.rings() {
                let problem = await engine.problem?.message
                if problem == said { continue }
                said = problem
                say(problem)
                doorbell.ring()
            }
        }
        await body()
        task.cancel()
        await task.value
        say(nil)
    }

    /// What is in the way of the process that syncs, as it said it, where this one cannot sync.
    public var trouble: String? {
        guard isCloudAbsent else { return nil }
        let file = open(location.trouble, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }

    private func say(_ trouble: String?) {
        guard let trouble else {
            unlink(location.trouble)
            return
        }
        try? writeAtomically(Array(trouble.utf8.prefix(4000)), to: location.trouble)
    }
}
