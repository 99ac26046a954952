import AgentSocket
public import DeviceStore
import FileCoordination
import Glibc
import Synchronization

/// The place of the one agent of a device: its lock, its socket, and the note that says where that
/// is. If the process is killed, the lock goes with it, and the next agent replaces the rest.
public final class AgentEndpoint: Sendable {
    private let agent: DeviceAgent
    private let lock: FileLock
    private let runtime: String?
    /// The lock's file as it was when it was locked.
    private let lockNumber: String
    private let listener = Mutex<SocketListener?>(nil)

    /// Takes the place. Returns `nil` when an agent of this device is there already.
    ///
    /// - Parameters:
    ///   - waits: whether to wait until that one ends.
    ///   - runtime: `$XDG_RUNTIME_DIR`.
    public static func take(
        _ agent: DeviceAgent, waits: Bool, runtime: String?
    ) async throws -> AgentEndpoint? {
        let lock: FileLock
        do { lock = try FileLock(path: agent.lock) } catch { throw HomeError(error) }
        var turns = 0
        while !lock.tryLock() {
            // An agent that is about to end no longer answers, and gives the lock up in a moment.
            if !waits, agent.isThere || turns > 200 { return nil }
            turns += 1
            try await Task.sleep(for: waits ? .seconds(1) : .milliseconds(50))
        }
        return AgentEndpoint(agent, lock, runtime)
    }

    private init(_ agent: DeviceAgent, _ lock: FileLock, _ runtime: String?) {
        self.agent = agent
        self.lock = lock
        lockNumber = agent.lockNumber
        self.runtime = runtime
    }

    deinit {
        close()
        unlink(agent.note)
        lock.unlock()
    }

    /// Whether programs of the device find it, unless it is closed.
    var isFindable: Bool {
        listener.withLock { listener in
            guard let listener else { return true }
            return listener.isThere && agent.notedPath == listener.path
        }
    }

    /// Whether the place is no longer its own: the device's folder was removed or replaced, so
    /// another agent may take it.
    var isLost: Bool { agent.lockNumber != lockNumber }

    var isClosed: Bool { listener.withLock { $0 == nil } }

    /// Lets programs of the device in; each is given to `body` on a thread of its own.
    func open(_ body: @escaping @Sendable (SocketConnection) -> Void) throws {
        do {
            // Each time: the folder may have been removed, and another one be the right one now.
            let path = try SocketFolder.path(for: agent.name, runtime: runtime)
            let new = try SocketListener(at: path)
            new.run(body)
            try writeAtomically(Array("\(path)\n\(lockNumber)\n".utf8), to: agent.note)
            listener.withLock { listener in
                listener?.end()
                listener = new
            }
        } catch let error as SocketError {
            throw HomeError(.configuration, error.description)
        } catch {
            throw HomeError(error)
        }
    }

    /// Takes no more connections; the open ones stay.
    func close() {
        listener.withLock { listener in
            listener?.end()
            listener = nil
        }
    }
}
