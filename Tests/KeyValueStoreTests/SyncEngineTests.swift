import KeyValueStore
import LocalCloud
import Replication
import ScratchFolder
import TestSupport
import Testing

/// Two devices with their engines, and a cloud in a file.
@Suite(.timeLimit(.minutes(10)))
struct SyncEngineTests {
    let folder = ScratchFolder()
    let desk: Device
    let laptop: Device

    init() throws {
        desk = try Device("desk", in: folder)
        laptop = try Device("laptop", in: folder)
    }

    @Test func syncReturnsWhenEverythingWasExchanged() async throws {
        let (here, there) = (try desk.openStore(), try laptop.openStore())
        let (engine, other) = (try desk.makeEngine(), try laptop.makeEngine())
        try await engine.running {
            try await other.running {
                // More keys than fit into a batch.
                try here.set((0..<1200).map { ("k\($0)", .integer(Int64($0))) })
                try await engine.sync()
                #expect(try desk.unsent == 0)
                try await other.sync()
                #expect(
                    try there.dictionaryRepresentation() == here.dictionaryRepresentation())
                try there.removeObject(forKey: "k0")
                try await other.sync()
                try await engine.sync()
                #expect(try here.object(forKey: "k0") == nil)
                #expect(try here.dictionaryRepresentation().count == 1199)
            }
        }
    }

    /// An engine that hands over first stores the answer to its call, so that the next one does not
    /// take the call for lost.
    @Test func stoppedEngineStoresTheAnswerToItsCall() async throws {
        let here = try desk.openStore()
        let cloud = FailingCloud(try LocalCloud(path: folder.path("cloud.sqlite")))
        let engine = try desk.makeEngine(cloud)
        cloud.keepAnswers()
        let run = Task { await engine.run() }
        let sync = Task { try await engine.sync() }
        while !cloud.isKeeping { try await Task.sleep(for: .milliseconds(1)) }
        #expect(try desk.meta.epoch == nil)
        try here.set(.string("1"), forKey: "a")
        engine.stop()
        cloud.giveAnswers()
        await run.value
        #expect(try desk.meta.epoch != nil)
        await #expect(throws: CancellationError.self) { try await sync.value }
    }

    @Test func severalCallersMayWaitForOneSync() async throws {
        let (here, engine) = (try desk.openStore(), try desk.makeEngine())
        try await engine.running {
            try here.set(.string("1"), forKey: "a")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { try await engine.sync() } }
                try await group.waitForAll()
            }
            #expect(try desk.unsent == 0)
        }
    }

    @Test func syncFailsOnlyWhileTheDeviceIsOffline() async throws {
        let (here, engine) = (try desk.openStore(), try desk.makeEngine())
        try desk.change { $0.isOffline = true }
        try here.set(.string("1"), forKey: "a")
        try await engine.running {
            await #expect(throws: SyncError.offline) { try await engine.sync() }
            #expect(try desk.unsent == 1)
            try desk.change { $0.isOffline = false }
            try await engine.sync()
            #expect(try desk.unsent == 0)
        }
    }

    @Test func manyDeletionsAreHeldUntilAccepted() async throws {
        let (here, there) = (try desk.openStore(), try laptop.openStore())
        let (engine, other) = (try desk.makeEngine(), try laptop.makeEngine())
        try await engine.running {
            try await other.running {
                try here.set((0..<20).map { ("k\($0)", .integer(1)) })
                try await engine.sync()
                try await other.sync()
                try there.set((0..<15).map { ("k\($0)", nil) })
                try await other.sync()
                let held = HeldDeletions(deletions: 15, total: 20)
                await #expect(throws: SyncError.held(held)) { try await engine.sync() }
                #expect(try here.dictionaryRepresentation().count == 20)
                try desk.change { $0.heldAnswer = .accept }
                try await engine.sync()
                #expect(try here.dictionaryRepresentation().count == 5)
                #expect(try desk.meta.held == nil)
                #expect(try desk.meta.heldAnswer == nil)
            }
        }
    }

    @Test func failingCloudIsReportedAndRetried() async throws {
        let cloud = FailingCloud(try LocalCloud(path: folder.path("cloud.sqlite")))
        let (here, engine) = (try desk.openStore(), try desk.makeEngine(cloud))
        let failure = CloudError(.unreachable, "No cloud today.")
        cloud.fail(failure)
        try here.set(.string("1"), forKey: "a")
        try await engine.running {
            await #expect(throws: failure) { try await engine.sync() }
            #expect(await engine.problem == failure)
            #expect(try desk.unsent == 1)
            cloud.fail(nil)
            // A sync does not wait for the pause after a failure.
            try await engine.sync()
            #expect(await engine.problem == nil)
            #expect(try desk.unsent == 0)
        }
    }

    /// A halted server keeps its connections open.
    @Test func unansweringCloudIsReportedWhileTheSyncWaits() async throws {
        let cloud = FailingCloud(try LocalCloud(path: folder.path("cloud.sqlite")))
        let (here, engine) = (try desk.openStore(), try desk.makeEngine(cloud, .milliseconds(1)))
        try here.set(.string("1"), forKey: "a")
        cloud.keepAnswers()
        let rings = desk.bell.signal.rings()
        // Without hints, the engine calls nothing after the sync.
        let run = Task { await engine.run(listening: false) }
        let sync = Task { try await engine.sync() }
        for await _ in rings {
            if await engine.problem?.message.contains("has not answered") == true { break }
        }
        cloud.giveAnswers()
        try await sync.value
        #expect(await engine.problem == nil)
        #expect(try desk.unsent == 0)
        run.cancel()
        await run.value
    }

    @Test func engineRetriesByItself() async throws {
        let cloud = FailingCloud(try LocalCloud(path: folder.path("cloud.sqlite")))
        let (here, engine) = (try desk.openStore(), try desk.makeEngine(cloud))
        cloud.fail(CloudError(.unreachable, "No cloud today."))
        try here.set(.string("1"), forKey: "a")
        try await engine.running {
            await #expect(throws: CloudError.self) { try await engine.sync() }
            cloud.fail(nil)
            try await until { try desk.unsent == 0 }
        }
    }

    /// Contradictory answers of a cloud are an error, and not an endless wait.
    @Test func aContradictoryCloudIsAnError() async throws {
        let cloud = FailingCloud(try LocalCloud(path: folder.path("cloud.sqlite")))
        let (here, engine) = (try desk.openStore(), try desk.makeEngine(cloud))
        cloud.contradict(true)
        try here.set(.string("1"), forKey: "a")
        try await engine.running {
            await #expect(throws: CloudError.self) { try await engine.sync() }
            cloud.contradict(false)
            try await engine.sync()
            #expect(try desk.unsent == 0)
        }
    }

    /// No call makes the second device sync: the cloud's hints and the device's bell do.
    @Test func runningEnginesSyncEditsByThemselves() async throws {
        let (here, there) = (try desk.openStore(), try laptop.openStore())
        let (engine, other) = (try desk.makeEngine(), try laptop.makeEngine())
        try await engine.running {
            try await other.running {
                try await engine.sync()
                try await other.sync()
                try here.set(.string("1"), forKey: "a")
                try await until { try there.object(forKey: "a") == .string("1") }
                try there.set(.string("2"), forKey: "a")
                try await until { try here.object(forKey: "a") == .string("2") }
            }
        }
    }

    /// A listing that began before the sync was requested may lack what was there by then.
    @Test func syncBringsAllChangesFromBeforeItsRequest() async throws {
        let cloud = FailingCloud(try LocalCloud(path: folder.path("cloud.sqlite")))
        let (here, there) = (try desk.openStore(), try laptop.openStore())
        let (engine, other) = (try desk.makeEngine(cloud), try laptop.makeEngine())
        // Hints are off, since they would bring the change, too.
        let run = Task { await engine.run(listening: false) }
        try await engine.sync()
        try await other.running {
            try await other.sync()
            cloud.keepAnswers()
            let early = Task { try await engine.sync() }
            try await until { cloud.isKeeping }
            try there.set(.string("1"), forKey: "a")
            try await other.sync()
            let late = Task { try await engine.sync() }
            try await Task.sleep(for: .milliseconds(100))
            cloud.giveAnswers()
            try await late.value
            #expect(try here.object(forKey: "a") == .string("1"))
            try await early.value
        }
        run.cancel()
        await run.value
    }

    /// A call that began before the sync was requested reports an earlier state.
    @Test func earlierFailureDoesNotFailALaterSync() async throws {
        let cloud = FailingCloud(try LocalCloud(path: folder.path("cloud.sqlite")))
        let (here, engine) = (try desk.openStore(), try desk.makeEngine(cloud))
        let failure = CloudError(.unreachable, "No cloud today.")
        try here.set(.string("1"), forKey: "a")
        cloud.fail(failure)
        cloud.keepAnswers()
        let run = Task { await engine.run(listening: false) }
        let early = Task { try await engine.sync() }
        try await until { cloud.isKeeping }
        cloud.fail(nil)
        let late = Task { try await engine.sync() }
        try await Task.sleep(for: .milliseconds(100))
        cloud.giveAnswers()
        await #expect(throws: failure) { try await early.value }
        try await late.value
        #expect(try desk.unsent == 0)
        run.cancel()
        await run.value
    }

    /// Deletions that wait for the person keep nothing else back, and may already be settled.
    @Test func syncChecksAgainBeforeReportingHeldDeletions() async throws {
        let (here, there) = (try desk.openStore(), try laptop.openStore())
        let (engine, other) = (try desk.makeEngine(), try laptop.makeEngine())
        try await engine.running {
            try await other.running {
                try here.set((0..<20).map { ("k\($0)", .integer(1)) })
                try await engine.sync()
                try await other.sync()
                try there.set((0..<15).map { ("k\($0)", nil) })
                try await other.sync()
                await #expect(throws: SyncError.self) { try await engine.sync() }
                try here.set(.string("1"), forKey: "a")
                try there.set(.string("2"), forKey: "b")
                try await other.sync()
                await #expect(throws: SyncError.self) { try await engine.sync() }
                #expect(try desk.unsent == 0)
                #expect(try here.object(forKey: "b") == .string("2"))
                try there.set((0..<15).map { ("k\($0)", .integer(2)) })
                try await other.sync()
                try await engine.sync()
                #expect(try desk.meta.held == nil)
            }
        }
    }

    @Test func syncingWithAnEngineThatEndedFails() async throws {
        let engine = try desk.makeEngine()
        try await engine.running { try await engine.sync() }
        await #expect(throws: CancellationError.self) { try await engine.sync() }
    }

    /// Waits for a condition; the suite's time limit ends the wait.
    private func until(_ condition: () throws -> Bool) async throws {
        while try !condition() {
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
