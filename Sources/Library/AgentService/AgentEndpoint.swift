import AgentSocket
public import DeviceStore
import FileCoordination
import Glibc
import Synchronization

/// The place of the only agent of a device: its lock, its socket, and the note with the socket's
/// path. If the process is killed, the lock is released, and the next agent replaces the rest.
public final class AgentEndpoint: Sendable {
    private let agent: DeviceAgent
    private let lock: FileLock
    private let runtime: String?
    /// The identity of the lock's file when it was locked.
    private let lockNumber: String
    private let listener = Mutex<SocketListener?>(nil)

    /// Takes the place. Returns `nil` if the device already has an agent.
    ///
    /// - Parameters:
    ///   - waits: whether to wait until the other agent ends.
    ///   - runtime: `$XDG_RUNTIME_DIR`.
    public static func take(
        _ agent: DeviceAgent, waits: Bool, runtime: String?
    ) async throws -> AgentEndpoint? {
        let lock: FileLock
        do { lock = try FileLock(path: agent.lock) } catch { throw HomeError(error) }
        var turns = 0
        while !lock.tryLock() {
            // An agent that is about to end no longer answers, and soon releases the lock.
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

    /// Whether programs of the device find this agent, if it is open.
    var isFindable: Bool {
        listener.withLock { listener in
            guard let listener else { return true }
            return listener.isThere && agent.notedPath == listener.path
        }
    }

    /// Whether the place is lost: the device's folder was removed or replaced, so another agent may
    /// take it.
    var isLost: Bool { agent.lockNumber != lockNumber }

    var isClosed: Bool { listener.withLock { $0 == nil } }

    /// Accepts connections; `body` gets each one on its own thread.
    func open(_ body: @escaping @Sendable (SocketConnection) -> Void) throws {
        do {
            // Computed each time: the folder may have been removed, and another one may be right
            // now.
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

    /// Accepts no more connections; open ones stay.
    func close() {
        listener.withLock { listener in
            listener?.end()
            listener = nil
        }
    }
}
