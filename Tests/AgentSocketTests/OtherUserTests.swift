import AgentMessages
import Dispatch
import Glibc
import ScratchFolder
import Synchronization
import TestSupport
import Testing

@testable import AgentSocket

/// Programs of another user at either end of a socket.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct OtherUserTests {
    private let folder = ScratchFolder()
    /// The user “nobody” on most systems; no other user has this number.
    private static let nobody: uid_t = 65534

    /// A container may allow root fewer users than a machine does.
    private static let canBeNobody =
        (try? Command("python3", ["-c", "import os; os.setuid(\(nobody))"]).run().status) == 0

    @Test func onlyTheSameUserIsAccepted() throws {
        let own = SocketPeer(process: 1, user: 1000)
        try own.requireUser(1000)
        for user: uid_t in [0, 1, 999, 1001, Self.nobody, .max] {
            let error = #expect(throws: SocketError.self) {
                try SocketPeer(process: 1, user: user).requireUser(1000)
            }
            #expect(error?.what == "A program of user \(user) is refused.")
        }
        // Root may read the files of all users, but its programs do not talk to their agents.
        #expect(throws: SocketError.self) { try own.requireUser(0) }
    }

    @Test func systemTellsTheUserAtTheOtherEnd() throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(try SocketPeer(of: ends[0]) == SocketPeer(process: getpid(), user: geteuid()))
        #expect(throws: SocketError.self) { try SocketPeer(of: -1) }
    }

    /// Permissions keep other users from the agent's socket. The test opens it to all, as if a
    /// person had changed them.
    @Test(.enabled(if: canBeNobody, "only root can run a program as another user"))
    func listenerRefusesAnotherUserAndServesItsOwn() throws {
        let path = folder.path("socket")
        let served = Mutex<[Int32]>([])
        let listener = try SocketListener(at: path)
        listener.run { connection in
            served.withLock { $0.append(connection.process) }
            try? connection.send(AgentReply.done)
        }
        defer { listener.end() }
        chmod(folder.path, 0o711)
        chmod(path, 0o666)
        #expect(try answer(to: Self.nobody) == "refused\n")
        #expect(try answer(to: Self.nobody) == "refused\n")
        #expect(served.withLock { $0.isEmpty })
        #expect(try answer(to: geteuid()) == "answered\n")
        let connection = try #require(try SocketConnection.connect(to: path))
        #expect(try connection.receive(AgentReply.self, largest: 1000) == .done)
        #expect(served.withLock { $0.count == 2 && $0.last == getpid() })
    }

    /// Connects to the socket as a user, and returns what came of it.
    private func answer(to user: uid_t) throws -> String {
        let script = """
            import os, socket, sys
            os.chdir(sys.argv[1])
            os.setuid(int(sys.argv[2]))
            client = socket.socket(socket.AF_UNIX)
            client.settimeout(60)
            client.connect("socket")
            try: print("answered" if client.recv(1) else "refused")
            except ConnectionResetError: print("refused")
            """
        let outcome = try Command("python3", ["-c", script, folder.path, "\(user)"]).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }

    /// Another user could otherwise pose as the agent, in a folder that all users may write.
    @Test(.enabled(if: canBeNobody, "only root can run a program as another user"))
    func listenerOfAnotherUserIsNotUsed() throws {
        let script = """
            import os, socket, sys
            os.chdir(sys.argv[1])
            server = socket.socket(socket.AF_UNIX)
            server.bind("socket")
            os.setuid(int(sys.argv[2]))
            server.settimeout(60)
            server.listen()
            print(server.accept()[0].recv(1))
            """
        let command = Command("python3", ["-c", script, folder.path, "\(Self.nobody)"])
        let end = DispatchSemaphore(value: 0)
        let outcome = Mutex<Command.Outcome?>(nil)
        DispatchQueue(label: "other user").async {
            let ended = try? command.run()
            outcome.withLock { $0 = ended }
            end.signal()
        }
        defer { end.wait() }
        var refusal: SocketError?
        let isRefused = wait {
            do throws(SocketError) {
                // Nothing listens there at first.
                return try SocketConnection.connect(to: folder.path("socket")) != nil
            } catch {
                refusal = error
                return true
            }
        }
        #expect(isRefused && refusal?.what == "A program of user \(Self.nobody) is refused.")
        end.wait()
        end.signal()
        #expect(outcome.withLock { $0?.output } == "b''\n", "nothing must be sent to it")
    }
}
