import FileCoordination
import Glibc
import KeyValueStore
public import Replication

// What is in the way of an engine is known to its own process alone. Where others cannot ask the
// cloud, it leaves a line in a file for them, and rings. They can ask a cloud of this machine; but
// that it has no room shows only to a process that writes to it.

extension DeviceStore {
    /// Runs `body`, and says meanwhile to the other processes what trouble the engine has, when
    /// they cannot find out themselves.
    func sayingTrouble(of engine: SyncEngine, _ body: () async -> Void) async {
        say(nil)
        let task = Task {
            var said: CloudError?
            for await _ in doorbell.rings() {
                let problem = await engine.problem.flatMap { isHidden($0) ? $0 : nil }
                if problem == said { continue }
                said = problem
                say(problem)
                doorbell.ring()
            }
        }
        await body()
        task.cancel()
        await task.value
        if location.remote != nil { say(nil) }
    }

    /// Says to the other processes what came of an exchange with a cloud of this machine.
    func say(_ result: Result<Void, any Error>) {
        guard location.remote == nil else { return }
        switch result {
        case .success: say(nil)
        case .failure(let error as CloudError) where isHidden(error): say(error)
        case .failure: break
        }
    }

    /// Whether other processes cannot find out about a problem themselves.
    private func isHidden(_ problem: CloudError) -> Bool {
        location.remote != nil || problem.lacksRoom
    }

    /// What is in the way of the process that syncs, or synced last, as it said it, where this one
    /// cannot find out itself.
    public var trouble: CloudError? {
        if let loss = location.remote?.loss ?? missing { return loss }
        guard isCloudAbsent || location.remote == nil else { return nil }
        return NotedTrouble(file: location.trouble)?.error
    }

    private func say(_ trouble: CloudError?) {
        guard let trouble else {
            unlink(location.trouble)
            return
        }
        try? writeAtomically(NotedTrouble(error: trouble).bytes, to: location.trouble)
    }
}

/// What is in the way of a process that syncs, as it stands in a file: a line for people, and
/// others where there is no room, where the cloud refuses this device or some edits, or is not
/// sealed as it is here.
struct NotedTrouble {
    var error: CloudError

    private static let noRoom = "no room"
    private static let notAllowed = "not allowed"
    private static let notSealed = "not sealed"
    private static let someEdits = "some edits"
    private static let limit = 4000

    init(error: CloudError) { self.error = error }

    /// What stands in a file; nil where nothing does.
    init?(file path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Self.limit + 100)
        let count = read(file, &bytes, bytes.count)
        guard count > 0 else { return nil }
        self.init(text: String(decoding: bytes[..<count], as: UTF8.self))
    }

    /// What a text says; nil where nothing does.
    init?(text: String) {
        let lines = text.split(separator: "\n")
        guard let message = lines.first else { return nil }
        let kinds = lines.dropFirst().map(String.init)
        error = CloudError(
            kinds.contains(Self.notAllowed) ? .notAllowed : .unreachable, String(message),
            lacksRoom: kinds.contains(Self.noRoom), awaitsSealing: kinds.contains(Self.notSealed),
            concernsEdits: kinds.contains(Self.someEdits))
    }

    var bytes: [UInt8] {
        let line = error.message.utf8.prefix(Self.limit).map { $0 == 10 ? 32 : $0 }
        var kinds: [String] = []
        if error.code == .notAllowed { kinds.append(Self.notAllowed) }
        if error.lacksRoom { kinds.append(Self.noRoom) }
        if error.awaitsSealing { kinds.append(Self.notSealed) }
        if error.concernsEdits { kinds.append(Self.someEdits) }
        return line + [10] + kinds.flatMap { Array(($0 + "\n").utf8) }
    }
}
