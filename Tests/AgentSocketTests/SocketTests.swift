import AgentMessages
import AgentSocket
import Dispatch
import Glibc
import ScratchFolder
import Synchronization
import TestSupport
import Testing

/// Two programs of one user that talk over a socket.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct SocketTests {
    private let folder = ScratchFolder()

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// Runs `body` with a path at which each connection is passed to `serve`.
    private func withListener(
        _ serve: @escaping @Sendable (SocketConnection) -> Void, _ body: (String) throws -> Void
    ) throws {
        let path = folder.path("socket")
        let listener = try SocketListener(at: path)
        listener.run(serve)
        defer { listener.end() }
        try body(path)
    }

    private static let largest = AgentConversation.largestMessage

    @Test func sentMessagesArriveWhole() throws {
        try withListener { connection in
            let greeting = try? connection.receive(AgentGreeting.self, largest: 1000)
            guard let greeting else { return }
            try? connection.send(AgentReply.part(greeting.version))
        } _: { path in
            #expect(mode(path) == 0o600)
            let connection = try #require(try SocketConnection.connect(to: path))
            #expect(connection.process == getpid())
            let long = String(repeating: "ü", count: 400)
            try connection.send(AgentGreeting(version: long))
            let reply = try connection.receive(AgentReply.self, largest: Self.largest)
            #expect(reply == .part(long))
            #expect(try connection.receive(AgentReply.self, largest: Self.largest) == nil)
        }
    }

    @Test func connectingWithoutAListenerReturnsNil() throws {
        #expect(try SocketConnection.connect(to: folder.path("none")) == nil)
        let path = folder.path("socket")
        let listener = try SocketListener(at: path)
        listener.end()
        #expect(try SocketConnection.connect(to: path) == nil)
        // A killed program leaves its socket file behind.
        _ = folder.write("socket", [])
        #expect(try SocketConnection.connect(to: path) == nil)
        let next = try SocketListener(at: path)
        #expect(next.isThere)
        unlink(path)
        #expect(!next.isThere)
        next.end()
    }

    @Test func tooLongMessageIsRefused() throws {
        let refusals = Mutex<[String]>([])
        let done = DispatchSemaphore(value: 0)
        try withListener { connection in
            do { _ = try connection.receive(AgentGreeting.self, largest: 100) } catch {
                refusals.withLock { $0.append("\(error)") }
            }
            done.signal()
        } _: { path in
            let connection = try #require(try SocketConnection.connect(to: path))
            try connection.send(AgentGreeting(version: String(repeating: "a", count: 100)))
            done.wait()
            #expect(refusals.withLock { $0.count == 1 && $0[0].contains("the limit is 100") })
        }
    }

    @Test func unreadableMessageIsRefused() throws {
        let outcomes = Mutex<[String]>([])
        let done = DispatchSemaphore(value: 0)
        try withListener { connection in
            do { _ = try connection.receive(AgentRequest.self, largest: 1000) } catch {
                outcomes.withLock { $0.append("\(error)") }
            }
            done.signal()
        } _: { path in
            let connection = try #require(try SocketConnection.connect(to: path))
            try connection.send(AgentGreeting())
            done.wait()
            #expect(outcomes.withLock { $0 } == ["A message is refused. It is not readable."])
        }
    }

    @Test func waitForASilentPeerTimesOut() throws {
        try withListener { connection in
            _ = try? connection.receive(AgentRequest.self, largest: 1000)
        } _: { path in
            let connection = try #require(try SocketConnection.connect(to: path))
            #expect(throws: SocketError.silence) {
                try connection.receive(AgentReply.self, largest: 1000, within: 20)
            }
        }
    }

    /// A path of a socket has 108 bytes; a home may be longer.
    @Test func socketPathIsShortEvenForALongHome() throws {
        let runtime = folder.path("run")
        mkdir(runtime, 0o700)
        let long = String(repeating: "/a long folder", count: 100)
        let path = try SocketFolder.path(for: long, runtime: runtime)
        #expect(path.utf8.count < 108 && path.hasPrefix(runtime + "/cloudy/"))
        #expect(mode(runtime + "/cloudy") == 0o700)
        #expect(try SocketFolder.path(for: long, runtime: runtime) == path)
        #expect(try SocketFolder.path(for: long + "/", runtime: runtime) != path)
    }

    @Test func socketFolderThatOthersMayOpenIsNotUsed() throws {
        let runtime = folder.path("run")
        mkdir(runtime, 0o700)
        mkdir(runtime + "/cloudy", 0o755)
        chmod(runtime + "/cloudy", 0o755)
        let error = #expect(throws: SocketError.self) {
            try SocketFolder.path(for: "home", runtime: runtime)
        }
        #expect(error?.next.contains("XDG_RUNTIME_DIR") == true)
        rmdir(runtime + "/cloudy")
        // A link is not used either, even one to a folder of the same user.
        mkdir(folder.path("other"), 0o700)
        symlink(folder.path("other"), runtime + "/cloudy")
        #expect(throws: SocketError.self) {
            try SocketFolder.path(for: "home", runtime: runtime)
        }
        // A folder that others may open is never used.
        chmod(runtime, 0o755)
        let path = try SocketFolder.path(for: "home", runtime: runtime)
        #expect(!path.hasPrefix(runtime))
    }
}
