import AgentMessages
import AgentSocket
import DeviceStore
import FileCoordination
import ScratchFolder
import Synchronization
import TestSupport
import Testing

/// An agent of another version, after an update or from a second installation.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct OtherVersionTests {
    private let folder = ScratchFolder()

    /// An agent with a greeting of its own that answers each request with its state.
    private final class OtherAgent: Sendable {
        private let listener: SocketListener
        private let openings = Openings()

        private final class Openings: Sendable { let seen = Mutex<[AgentOpening]>([]) }

        init(_ agent: DeviceAgent, at path: String, _ greeting: AgentGreeting) throws {
            try writeAtomically(Array("\(path)\n\(agent.lockNumber)\n".utf8), to: agent.note)
            listener = try SocketListener(at: path)
            listener.run { [listener, openings] connection in
                let opening = try? connection.receive(AgentOpening.self, largest: 1000)
                guard let opening else { return }
                openings.seen.withLock { $0.append(opening) }
                if opening.ends { return listener.end() }
                try? connection.send(greeting)
                let request = try? connection.receive(AgentRequest.self, largest: 1000)
                guard request != nil else { return }
                try? connection.send(AgentReply.state(AgentState(trouble: Self.trouble)))
                try? connection.send(AgentReply.done)
            }
        }

        deinit { listener.end() }

        var isThere: Bool { listener.isThere }

        /// For each caller, whether it asked the agent to end.
        var ends: [Bool] { openings.seen.withLock { $0.map(\.ends) } }

        static let trouble = AgentFailure(.unreachable, "No cloud.")
    }

    private func agent() throws -> DeviceAgent {
        try createPrivateFolder(folder.path("home/devices/desk"))
        return DeviceAgent(home: folder.path("home"), device: "desk")
    }

    /// On a busy machine, the answering thread may need longer than a person would wait.
    private static let patience: Int32 = 120_000

    private static let state = AgentRequest(.state, cloudIdentity: "none")
    private static let sync = AgentRequest(.sync, cloudIdentity: "none")

    @Test func olderAgentIsAskedToEnd() async throws {
        let agent = try agent()
        let other = try OtherAgent(
            agent, at: folder.path("socket"),
            AgentGreeting(version: "0.0.9-1", form: nil, oldestForm: nil))
        // A call that only reads does not end the other agent.
        #expect(agent.ask(Self.state, patience: Self.patience) == nil)
        #expect(other.ends == [false])
        // If an agent is built, one starts in its place, and has nothing to do.
        do {
            for try await _ in agent.replies(to: Self.sync, patience: Self.patience) {}
        } catch is AgentFailure {}
        #expect(other.ends == [false, false, true])
        #expect(!other.isThere)
    }

    @Test func newerCompatibleAgentIsUsed() async throws {
        let agent = try agent()
        let other = try OtherAgent(
            agent, at: folder.path("socket"),
            AgentGreeting(version: "9.0.0-1", form: 90, oldestForm: AgentConversation.form))
        #expect(
            agent.ask(Self.state, patience: Self.patience)
                == .state(AgentState(trouble: OtherAgent.trouble)))
        var replies: [AgentReply] = []
        for try await reply in agent.replies(to: Self.sync, patience: Self.patience) {
            replies.append(reply)
        }
        #expect(replies.last == .done)
        #expect(other.ends == [false, false])
    }

    /// Otherwise two releases on one machine would replace each other's agent forever.
    @Test(arguments: [nil, 90])
    func newerIncompatibleAgentIsLeftRunning(_ oldest: Int?) async throws {
        let agent = try agent()
        let other = try OtherAgent(
            agent, at: folder.path("socket"),
            AgentGreeting(version: "9.0.0-1", form: oldest, oldestForm: oldest))
        let failure = await #expect(throws: AgentFailure.self) {
            for try await _ in agent.replies(to: Self.sync, patience: Self.patience) {}
        }
        let said = failure?.message ?? ""
        #expect(said.contains("of version 9.0.0-1, newer than this program"), "\(said)")
        #expect(agent.ask(Self.state, patience: Self.patience) == failure.map { .failed($0) })
        #expect(other.ends == [false, false])
    }

    @Test func releasesAreComparedByTheirNumbers() {
        #expect(AgentConversation.isOlder("0.9.0-1", than: "0.10.0-1"))
        #expect(AgentConversation.isOlder("0.1.0-1", than: "0.1.0-2"))
        #expect(!AgentConversation.isOlder("1.0.0-1", than: "0.9.0-9"))
        #expect(!AgentConversation.isOlder("1.0.0-1", than: "1.0.0-1"))
        #expect(!AgentOpening(version: "0.0.9-1", ends: true).mayEndAgent)
        #expect(AgentOpening(ends: true).mayEndAgent)
    }
}
