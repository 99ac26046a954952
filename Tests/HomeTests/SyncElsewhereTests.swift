import AgentMessages
import AgentService
import AgentSocket
import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore
import LocalCloud
import ReplicaFile
import Replication
import SQLite
import ScratchFolder
import Synchronization
import TestSupport
import Testing

/// Syncs that one process of a device requests, and the agent, which reaches the cloud, performs.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct SyncElsewhereTests {
    private let folder = ScratchFolder()

    private func location(_ device: String) throws -> HomeLocation {
        let location = try HomeLocation(
            home: folder.path("home"), device: device, environment: [:], hostName: ""
        ).inUsedAccount()
        if location.remote == nil {
            try location.useCloud(CloudAccess(url: "https://cloud.example", token: "any"))
        }
        return try location.inUsedAccount()
    }

    /// One more process of a device; only its agent talks to the cloud.
    private func process(
        _ device: String, reaching cloud: FailingCloud? = nil
    ) throws -> DeviceStore {
        let store = try location(device).store
        guard let cloud else { return try DeviceStore(store) }
        return try DeviceStore(store) { _, _ in cloud }
    }

    private func cloud() throws -> FailingCloud {
        FailingCloud(try LocalCloud(path: folder.path("cloud.sqlite")))
    }

    private func withAgent(
        of device: String, reaching cloud: FailingCloud, _ body: (DeviceStore) async throws -> Void
    ) async throws {
        _ = try location(device)
        let agent = try await TestAgent(
            { [self] in try location(device) }, { _, _ in cloud })
        do { try await body(try process(device)) } catch {
            try await agent.end()
            throw error
        }
        try await agent.end()
    }

    /// The agent gets the first page of a listing early, but deletions only with the last one.
    @Test func syncReturnsOnceAllChangesHaveArrived() async throws {
        let desk = try process("desk", reaching: try cloud())
        let keys = (0..<2200).map { "k\($0)" }
        try desk.store.set(keys.map { ($0, .integer(1)) })
        try await desk.syncOnce()
        let cloud = try cloud()
        cloud.delayListings(by: .milliseconds(150))
        try await withAgent(of: "laptop", reaching: cloud) { laptop in
            try await laptop.syncAndWait()
            #expect(try laptop.store.dictionaryRepresentation().count == 2200)
            try desk.store.set(keys.prefix(1700).map { ($0, nil) })
            try await desk.syncOnce()
            await #expect(throws: SyncError.self) { try await laptop.syncAndWait() }
            #expect(try laptop.heldDeletions()?.deletions == 1700)
            try laptop.answerHeldDeletions(.accept)
            try await laptop.syncAndWait()
            #expect(try laptop.store.dictionaryRepresentation().count == 500)
        }
    }

    /// Only another device may have the store.
    @Test func questionAboutAStoreInTheCloudDoesNotCreateItHere() async throws {
        try await withAgent(of: "laptop", reaching: try cloud()) { _ in
            let laptop = try location("laptop")
            var last: AgentReply?
            for try await reply in laptop.replies(to: .devices, store: "other") { last = reply }
            guard case .devices? = last else {
                Issue.record("\(String(describing: last))")
                return
            }
            #expect(!laptop.storeIdentifiers.contains("other"))
        }
    }

    @Test(arguments: [CloudError.Code.unreachable, .notAllowed])
    func solvedProblemDoesNotFailTheNextSync(_ code: CloudError.Code) async throws {
        let cloud = try cloud()
        let failure = CloudError(code, "No cloud today.")
        cloud.fail(failure)
        try await withAgent(of: "laptop", reaching: cloud) { laptop in
            try laptop.store.set(.integer(1), forKey: "k")
            await #expect(throws: failure) { try await laptop.syncAndWait() }
            // The pause before the next attempt grows each time.
            await #expect(throws: failure) { try await laptop.syncAndWait() }
            await #expect(throws: failure) { try await laptop.syncAndWait() }
            cloud.fail(nil)
            try await laptop.syncAndWait()
            #expect(try laptop.syncState().unsent == 0)
        }
    }

    /// The agent reports its trouble both in replies and in announcements.
    @Test func agentReportsProblemsToCallersAndListeners() async throws {
        let cloud = try cloud()
        let failure = CloudError(.notAllowed, "Not you.")
        cloud.fail(failure)
        try await withAgent(of: "laptop", reaching: cloud) { laptop in
            try laptop.store.set(.integer(1), forKey: "k")
            await #expect(throws: failure) { try await laptop.syncAndWait() }
            // The caller is told before other processes are.
            while laptop.trouble != failure { try await Task.sleep(for: .milliseconds(5)) }
            #expect(try await laptop.currentSyncState().phase == .refused("Not you."))
            // A process that listens is told.
            let list = try process("laptop")
            let run = Task { await list.runEngine() }
            var states = list.syncStates().makeAsyncIterator()
            while await states.next()?.phase != .refused("Not you.") {}
            cloud.fail(nil)
            try await laptop.syncAndWait()
            while await states.next()?.phase != .idle {}
            run.cancel()
            await run.value
        }
        #expect(try process("laptop").trouble == nil)
    }

    /// An agent that ended left a note and a socket that nobody serves.
    @Test func agentSyncsAfterAnEarlierAgentEnded() async throws {
        let desk = try process("desk", reaching: try cloud())
        try desk.store.set(.integer(1), forKey: "k")
        try await desk.syncOnce()
        for _ in 1...2 {
            try await withAgent(of: "laptop", reaching: try cloud()) { laptop in
                try await laptop.syncAndWait()
                #expect(try laptop.store.object(forKey: "k") == .integer(1))
            }
            #expect(try location("laptop").agent.isThere == false)
        }
    }

    /// A copied folder has the note about the original's agent, which knows nothing of the copy.
    @Test func copiedFolderHasNoAgent() async throws {
        try await withAgent(of: "laptop", reaching: try cloud()) { laptop in
            try await laptop.syncAndWait()
            let (home, copy) = (folder.path("home"), folder.path("copy"))
            #expect(try Command("cp", ["-a", home, copy]).run().status == 0)
            #expect(try location("laptop").agent.isThere)
            #expect(!DeviceAgent(home: copy, device: "laptop").isThere)
        }
    }

    @Test func callerWithOutdatedCloudSettingsIsRefused() async throws {
        try await withAgent(of: "laptop", reaching: try cloud()) { laptop in
            try await laptop.syncAndWait()
            try location("laptop").useCloud(
                CloudAccess(url: "https://other.example", token: "any"))
            let error = await #expect(throws: CloudError.self) { try await laptop.syncAndWait() }
            #expect(
                error?.message.contains("account, server or key of this device changed") == true)
            try await process("laptop").syncAndWait()
        }
    }

    /// When the agent switches to another account, server or key, streams for the previous one end.
    @Test func watchEndsWhenTheAgentSwitchesToAnotherCloud() async throws {
        try await withAgent(of: "laptop", reaching: try cloud()) { laptop in
            try await laptop.syncAndWait()
            let watch = AgentRequest(.watch, cloudIdentity: laptop.location.cloudIdentity)
            let agent = try location("laptop").agent
            var replies = agent.replies(to: watch).makeAsyncIterator()
            guard case .state? = try await replies.next() else {
                Issue.record("the agent must send its state at once")
                return
            }
            try location("laptop").useCloud(
                CloudAccess(url: "https://cloud.example", token: "other"))
            while try await replies.next() != nil {}
            #expect(
                agent.ask(AgentRequest(.state, cloudIdentity: watch.cloudIdentity)) == .elsewhere)
        }
    }

    @Test func deviceHasOnlyOneAgent() async throws {
        try await withAgent(of: "laptop", reaching: try cloud()) { _ in
            let agent = try location("laptop").agent
            #expect(try await AgentEndpoint.take(agent, waits: false, runtime: nil) == nil)
        }
    }

    /// The folder of sockets is deleted when its user logs out.
    @Test func agentRecreatesItsDeletedSocketAndNote() async throws {
        let device = try location("laptop")
        let (cloud, runtime) = (try cloud(), folder.path("run"))
        #expect(mkdir(runtime, 0o700) == 0)
        let running = try await TestAgent(
            { [self] in try location("laptop") }, { _, _ in cloud }, runtime: runtime)
        let socket = try #require(folder.names(in: "run/cloudy").first)
        for name in ["home/devices/laptop/agent", "run/cloudy/\(socket)", "run/cloudy"] {
            // The folder disappears at once, since the agent may look at any moment.
            #expect(rename(folder.path(name), folder.path("gone")) == 0)
            folder.remove("gone")
            while !device.agent.isThere { try await Task.sleep(for: .milliseconds(5)) }
            try await process("laptop").syncAndWait()
        }
        try await running.end()
    }

    @Test func agentEndsWhenItsLockFileIsDeleted() async throws {
        _ = try location("laptop")
        let cloud = try cloud()
        let agent = try await TestAgent(
            { [self] in try location("laptop") }, { _, _ in cloud })
        #expect(unlink(try location("laptop").agent.lock) == 0)
        try await agent.waitForEnd()
    }

    /// The process that ends the agent waits until no work on keys is in progress.
    @Test func agentFinishesWorkOnKeysBeforeItEnds() async throws {
        _ = try location("laptop")
        let cloud = try cloud()
        let (work, gate) = AsyncStream.makeStream(of: Void.self)
        let (begins, begun) = AsyncStream.makeStream(of: Void.self)
        let order = Mutex<[String]>([])
        let agent = try await TestAgent(
            { [self] in try location("laptop") }, { _, _ in cloud },
            keyWork: {
                begun.finish()
                for await _ in work {}
                order.withLock { $0.append("key") }
            })
        let end = Task {
            try await agent.waitForEnd()
            order.withLock { $0.append("end") }
        }
        let device = try location("laptop")
        let key = Task {
            for try await _ in device.replies(to: .key(.state)) {}
        }
        for await _ in begins {}
        let path = String(decoding: folder.read("home/devices/laptop/agent"), as: UTF8.self)
            .split(separator: "\n")[0]
        try #require(try SocketConnection.connect(to: String(path)))
            .send(AgentOpening(ends: true))
        while device.agent.isThere { try await Task.sleep(for: .milliseconds(5)) }
        gate.finish()
        try await key.value
        try await end.value
        #expect(order.withLock { $0 } == ["key", "end"])
    }

    /// A process calls the agent outside of transactions, which would keep the agent from cleaning
    /// up its log.
    @Test func agentIsCalledOutsideOfTransactions() async throws {
        let laptop = try process("laptop")
        try laptop.store.set(.integer(1), forKey: "k")
        try await process("laptop", reaching: try cloud()).syncOnce()
        let agent = try location("laptop").agent
        let path = folder.path("socket")
        try writeAtomically(Array("\(path)\n\(agent.lockNumber)\n".utf8), to: agent.note)
        let listener = try SocketListener(at: path)
        let outcomes = Mutex<[Int64?]>([])
        // The agent's cloud is not sealed yet, and it does not know this device's bookmarks.
        var failure = AgentFailure(.unreachable, "Not sealed.")
        failure.awaitsSealing = true
        let cloud = AgentCloud(
            usedBytes: 0, usedKeys: 0, maximumBytes: nil, maximumKeys: nil, epoch: "other")
        let state = AgentState(trouble: failure, cloud: cloud)
        listener.run { connection in
            _ = try? connection.receive(AgentOpening.self, largest: 1000)
            try? connection.send(AgentGreeting())
            _ = try? connection.receive(AgentRequest.self, largest: 10_000)
            let replica = laptop.location.replica
            let isBlocked = try? Database(path: replica, access: .readWrite, busyTimeout: 0)
                .first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
            outcomes.withLock { $0.append(isBlocked) }
            try? connection.send(AgentReply.state(state))
        }
        #expect(try laptop.syncState().unsent == 1)
        listener.end()
        #expect(outcomes.withLock { $0 } == [0])
    }

    /// Files that versions before the agent's socket left have no meaning.
    @Test func filesOfEarlierVersionsAreRemoved() async throws {
        _ = try process("laptop")
        let names = ["trouble", "quota", "wish-0123456789abcdef", "attention.lock"]
        for name in names {
            _ = folder.write("home/devices/laptop/\(name)", "not allowed\n".utf8)
        }
        try await withAgent(of: "laptop", reaching: try cloud()) { laptop in
            try await laptop.syncAndWait()
            #expect(laptop.trouble == nil)
            #expect(try await laptop.reachCloud()?.usedKeys == 0)
        }
        let left = Set(folder.names(in: "home/devices/laptop")).intersection(names)
        #expect(left.isEmpty)
    }
}
