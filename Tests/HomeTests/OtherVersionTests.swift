import AgentMessages
import AgentSocket
import DeviceStore
import FileCoordination
import ScratchFolder
import Synchronization
import TestSupport
import Testing

/// An agent of another version, as after an update.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct OtherVersionTests {
    private let folder = ScratchFolder()

    @Test func itIsAskedToEnd() async throws {
        let agent = DeviceAgent(home: folder.path("home"), device: "desk")
        try createPrivateFolder(folder.path("home/devices/desk"))
        let path = folder.path("socket")
        try writeAtomically(Array("\(path)\n\(agent.lockNumber)\n".utf8), to: agent.note)
        let listener = try SocketListener(at: path)
        let openings = Mutex<[AgentOpening]>([])
        listener.run { connection in
            let opening = try? connection.receive(AgentOpening.self, largest: 1000)
            guard let opening else { return }
            openings.withLock { $0.append(opening) }
            if opening.ends { return listener.end() }
            try? connection.send(AgentGreeting(version: "0.0.9-1"))
        }
        // What is only looked at is left alone.
        #expect(agent.ask(AgentRequest(.state, meeting: "")) == nil)
        #expect(openings.withLock { $0.map(\.ends) } == [false])
        // What is started in its place finds nothing to do, if it is built at all.
        do {
            for try await _ in agent.replies(to: AgentRequest(.sync, meeting: "none")) {}
        } catch is AgentFailure {}
        #expect(openings.withLock { $0.map(\.ends) } == [false, false, true])
        #expect(!agent.isThere)
    }
}
