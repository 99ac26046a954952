public import AgentMessages
import AgentSocket
import Dispatch
import FileCoordination
import Glibc
import Synchronization

/// The agent of a device, as seen by the other programs of the device.
///
/// The agent holds a lock in the device's folder, which is on a local disk, and notes beside it
/// where it listens. Programs use only that note, whatever their environment says.
public struct DeviceAgent: Sendable, Hashable {
    /// The home of the device.
    public var home: String
    public var device: String

    public init(home: String, device: String) {
        self.home = home
        self.device = device
    }

    private var folder: String { home + "/devices/" + device }
    /// All devices of the home, by name.
    var devices: [String] { HomeLocation.names(in: home + "/devices") }
    /// The lock that the agent holds.
    public var lock: String { folder + "/agent.lock" }
    /// The file with the path where the agent listens and, in a second line, the ``lockNumber``.
    public var note: String { folder + "/agent" }
    /// A text that makes the path of the agent's socket unique for this user.
    public var name: String { home + "\n" + device }

    /// Whether an agent answers at the noted path.
    public var isThere: Bool { ((try? connect()) ?? nil) != nil }

    /// Starts the agent, and does not wait for it. If an agent is already running, it remains the
    /// only one.
    @discardableResult
    public func start() -> Bool { launch() != nil }

    private func launch() -> pid_t? {
        DetachedProgram.launch(
            DetachedProgram.path("cloudy-agent"), ["--home", home, "--device", device])
    }

    /// Returns the answer to a request that takes no time; `nil` if there is no agent, or it does
    /// not answer now. For an agent that a signal stopped, or one that is too new, the answer is a
    /// failure.
    ///
    /// - Parameter patience: the time that the agent may stay silent, in milliseconds.
    public func ask(_ request: AgentRequest, patience: Int32 = 1000) -> AgentReply? {
        var answer: AgentReply?
        do throws(Unanswered) {
            try talk(request, startsIt: false, patience: patience) { reply in
                answer = reply
                return false
            }
        } catch { return error.lasts ? .failed(error.failure) : nil }
        return answer
    }

    /// Returns the replies to a request, and starts an agent if none is running. The stream ends
    /// with the last reply, or without it if the agent ends. Throws ``AgentFailure``.
    ///
    /// - Parameter patience: the time that the agent may stay silent, in milliseconds.
    public func replies(
        to request: AgentRequest, patience: Int32 = 10_000
    ) -> AsyncThrowingStream<AgentReply, any Error> {
        let (replies, continuation) = AsyncThrowingStream.makeStream(of: AgentReply.self)
        let use = Use()
        continuation.onTermination = { _ in use.end() }
        // This thread waits, so that no task of the program blocks.
        DispatchQueue(label: "cloudy.agent").async {
            do {
                try talk(request, startsIt: true, patience: patience, use: use) { reply in
                    continuation.yield(reply)
                    return !reply.isLast
                }
                continuation.finish()
            } catch let error as Unanswered {
                continuation.finish(throwing: error.failure)
            } catch {
                continuation.finish(throwing: error)
            }
        }
        return replies
    }

    /// A conversation, which another thread may end.
    private final class Use: Sendable {
        private let state = Mutex<(connection: SocketConnection?, isEnded: Bool)>((nil, false))

        var isEnded: Bool { state.withLock { $0.isEnded } }

        func begin(_ connection: SocketConnection) {
            let isEnded = state.withLock { state in
                state.connection = connection
                return state.isEnded
            }
            if isEnded { connection.shutDown() }
        }

        func end() {
            state.withLock { state in
                state.isEnded = true
                state.connection?.shutDown()
            }
        }
    }

    /// Talks on this thread until `body` returns false, or the agent ends.
    ///
    /// - Parameter patience: the time that the agent may stay silent once connected, in
    ///   milliseconds.
    private func talk(
        _ request: AgentRequest, startsIt: Bool, patience: Int32, use: Use = Use(),
        _ body: (AgentReply) -> Bool
    ) throws(Unanswered) {
        var process: Int32 = 0
        let refusal: AgentFailure?
        do throws(SocketError) {
            refusal = try converse(request, startsIt, patience, use, &process, body)
        } catch {
            if use.isEnded { return }
            let isStopped = error == .silence && Self.isStopped(process)
            let failure = AgentFailure(
                .unreachable, "The agent of \(device) does not answer: \(error.what)",
                why: isStopped ? "It is stopped." : error.why,
                next: isStopped ? "To continue it: kill -CONT \(process)" : error.next)
            throw Unanswered(failure: failure, lasts: isStopped)
        }
        if let refusal { throw Unanswered(failure: refusal, lasts: true) }
    }

    /// The reason why an agent did not answer, and whether that stays so until a person does
    /// something.
    private struct Unanswered: Error {
        var failure: AgentFailure
        var lasts: Bool
    }

    /// Returns whether a signal has stopped a process, which is then silent until another signal.
    private static func isStopped(_ process: Int32) -> Bool {
        guard process > 0,
            let bytes = try? HomeLocation.bytes(of: "/proc/\(process)/stat", limit: 1024)
        else { return false }
        // The name of the process, in brackets, may contain anything.
        let text = String(decoding: bytes, as: UTF8.self)
        return text.split(separator: ")").last?.dropFirst().first?.lowercased() == "t"
    }

    /// Does the work of `talk`, and sets `process` to that of the agent. Returns the reason why
    /// this program must not talk to the agent; `nil` if it may.
    private func converse(
        _ request: AgentRequest, _ startsIt: Bool, _ patience: Int32, _ use: Use,
        _ process: inout Int32, _ body: (AgentReply) -> Bool
    ) throws(SocketError) -> AgentFailure? {
        for _ in 0..<Self.attempts where !use.isEnded {
            let found = startsIt ? try connectStarting(use) : try connect()
            guard let connection = found else { return nil }
            process = connection.process
            use.begin(connection)
            guard let greeting = try greet(connection, patience) else { continue }
            switch greeting.outcome {
            case .talk: break
            case .refuse:
                connection.shutDown()
                return tooNew(greeting, process)
            case .replace:
                connection.shutDown()
                if !startsIt { return nil }
                try replace(process, use)
                continue
            }
            do { try connection.send(request) } catch { continue }
            // A watch is silent for as long as nothing changes.
            let silence = request.call == .watch ? nil : patience
            while let reply = try connection.receive(
                AgentReply.self, largest: AgentConversation.largestMessage, within: silence)
            {
                if !body(reply) {
                    connection.shutDown()
                    return nil
                }
            }
            return nil
        }
        return nil
    }

    private func tooNew(_ greeting: AgentGreeting, _ process: Int32) -> AgentFailure {
        AgentFailure(
            .configuration,
            "The agent of \(device) is of version \(greeting.version), newer than this program "
                + "(\(AgentConversation.version)), and has another protocol: use the newer cloudy"
                + (process > 0 ? ", or type kill \(process) and use this one alone." : "."))
    }

    /// The agent may be ending, or be replaced by another one in a moment.
    private static let attempts = 4

    /// Returns `nil` if the agent is ending. Throws if the agent is running and silent: another
    /// attempt would wait as long.
    private func greet(
        _ connection: SocketConnection, _ patience: Int32
    ) throws(SocketError) -> AgentGreeting? {
        do throws(SocketError) {
            try connection.send(AgentOpening())
            return try connection.receive(
                AgentGreeting.self, largest: AgentConversation.largestMessage, within: patience)
        } catch {
            if error == .silence { throw error }
            return nil
        }
    }

    private func connect() throws(SocketError) -> SocketConnection? {
        try notedPath.flatMap { path throws(SocketError) in
            try SocketConnection.connect(to: path)
        }
    }

    /// The path where the agent listens, as its ``note`` says; `nil` if there is no valid note.
    public var notedPath: String? {
        let bytes = (try? HomeLocation.bytes(of: note, limit: 256)) ?? nil
        let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
        // In a copy of the folder, the note belongs to the agent of the original.
        guard let path = lines.first, lines.count == 2, lines[1] == lockNumber else { return nil }
        return String(path)
    }

    /// The inode of the lock's file, which differs in a copy of the folder; `0` without a lock.
    public var lockNumber: String {
        var status = stat()
        return stat(lock, &status) == 0 ? "\(status.st_ino)" : "0"
    }

    private func connectStarting(_ use: Use) throws(SocketError) -> SocketConnection? {
        if let connection = try connect() { return connection }
        guard let started = launch() else {
            throw SocketError(
                "The program cloudy-agent cannot be started.",
                why: "It is neither beside cloudy nor on the PATH.",
                next: "To install it: make server install")
        }
        var left = Self.turnsOfStarting
        while left > 0, !use.isEnded {
            if let connection = try connect() { return connection }
            // If the started agent found another one, it ends at once, and the other answers soon.
            left = DetachedProgram.hasEnded(started) ? min(left - 1, 100) : left - 1
            usleep(10_000)
        }
        if use.isEnded { return nil }
        if isHeld {
            throw SocketError(
                "Another agent of \(device) is running, and this program cannot reach it.",
                why: "It runs in another container or namespace, whose sockets are not here.",
                next: "End it there, or give both the same folder as XDG_RUNTIME_DIR.")
        }
        throw SocketError(
            "The program cloudy-agent was started but is not running.",
            why: "It may have found a problem.",
            next: "To see why: cloudy-agent --home \(home) --device \(device)")
    }

    /// Whether an agent is running, wherever it listens.
    private var isHeld: Bool {
        guard let lock = try? FileLock(path: lock) else { return false }
        defer { lock.unlock() }
        return !lock.tryLock()
    }

    /// The number of attempts to find the started agent, one every hundredth of a second.
    private static let turnsOfStarting = 1500

    /// Ends an agent of an older version.
    private func replace(_ process: pid_t, _ use: Use) throws(SocketError) {
        if let connection = try connect() { try? connection.send(AgentOpening(ends: true)) }
        for _ in 0..<Self.turnsOfStarting where !use.isEnded {
            guard let connection = try connect(), connection.process == process else { return }
            usleep(10_000)
        }
        if use.isEnded { return }
        throw SocketError(
            "An agent of an older version is running and does not end.",
            why: "It may be stopped.", next: process > 0 ? "To end it: kill -9 \(process)" : "")
    }
}
