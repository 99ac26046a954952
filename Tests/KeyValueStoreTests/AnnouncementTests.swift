import KeyValueStore
import Replication
import ScratchFolder
import Synchronization
import Testing

/// The announcements of changes from elsewhere to observers.
struct AnnouncementTests {
    typealias Key = ExternalChange.Key
    let device: Device
    let store: UbiquitousKeyValueStore

    init() throws {
        device = try Device()
        store = try device.openStore()
    }

    @Test func ownWritesAreNeverAnnounced() throws {
        let told = Announcements(of: store)
        try store.set(.string("1"), forKey: "a")
        #expect(store.synchronize())
        #expect(told.take().isEmpty)
    }

    @Test func writesOfAnotherProcessAreOneSortedBatch() throws {
        let sibling = try device.openStore()
        let told = Announcements(of: store)
        try sibling.set([("c", .string("3")), ("a", .string("1"))])
        try sibling.set(.string("2"), forKey: "b")
        try store.set(.string("mine"), forKey: "d")
        #expect(told.take().isEmpty)
        store.synchronize()
        let keys = ["a", "b", "c"].map { Key(name: $0, device: nil) }
        #expect(told.take() == [ExternalChange(reason: .serverChange, keys: keys)])
        store.synchronize()
        #expect(told.take().isEmpty)
    }

    @Test func valuesPresentAtOpeningAreNotAnnounced() throws {
        try store.set(.string("1"), forKey: "a")
        let late = try device.openStore()
        let told = Announcements(of: late)
        late.synchronize()
        #expect(told.take().isEmpty)
    }

    /// Changes from before the store listens do not ring again.
    @Test(.timeLimit(.minutes(10))) func changesBeforeListeningAreAnnounced() async throws {
        let sibling = try device.openStore()
        let (said, say) = AsyncStream.makeStream(of: [String].self)
        let observation = store.observeExternalChanges { say.yield($0.changedKeys) }
        defer { observation.cancel() }
        try sibling.set(.string("1"), forKey: "a")
        let listening = Task { [store] in await store.listen() }
        defer { listening.cancel() }
        let first = await said.first { _ in true }
        #expect(first == ["a"])
    }

    @Test func observerCanReadAndWriteValues() throws {
        let sibling = try device.openStore()
        let seen = Mutex<[PropertyListValue?]>([])
        let observation = store.observeExternalChanges { [store] change in
            seen.withLock { seen in
                for key in change.changedKeys {
                    seen.append((try? store.object(forKey: key)) ?? nil)
                }
            }
            // An observer may write, too.
            try? store.set(.string("noted"), forKey: "note")
        }
        try sibling.set([("a", .string("1")), ("b", .string("2"))])
        store.synchronize()
        observation.cancel()
        #expect(seen.withLock { $0 } == [.string("1"), .string("2")])
        #expect(try sibling.object(forKey: "note") == .string("noted"))
    }

    @Test func releasedObservationIsSilent() throws {
        let sibling = try device.openStore()
        let count = Mutex(0)
        var observation: Observation? = store.observeExternalChanges { _ in
            count.withLock { $0 += 1 }
        }
        try sibling.set(.string("1"), forKey: "a")
        store.synchronize()
        _ = observation
        observation = nil
        try sibling.set(.string("2"), forKey: "a")
        store.synchronize()
        #expect(count.withLock { $0 } == 1)
    }

    @Test func cloudChangesNameTheirDeviceAndReason() async throws {
        let folder = ScratchFolder()
        let (desk, laptop) = (try Device("desk", in: folder), try Device("laptop", in: folder))
        let (here, there) = (try desk.openStore(), try laptop.openStore())
        let (engine, other) = (try desk.makeEngine(), try laptop.makeEngine())
        try await other.running {
            try there.set([("b", .string("1")), ("a", .string("1"))])
            try await other.sync()
            try await engine.running {
                let told = Announcements(of: here)
                try await engine.sync()
                here.synchronize()
                let both = ["a", "b"].map { Key(name: $0, device: "laptop") }
                #expect(told.take() == [ExternalChange(reason: .initialSyncChange, keys: both)])

                try there.removeObject(forKey: "a")
                try await other.sync()
                try here.set(.string("mine"), forKey: "c")
                try await engine.sync()
                here.synchronize()
                let one = [Key(name: "a", device: "laptop")]
                #expect(told.take() == [ExternalChange(reason: .serverChange, keys: one)])
                #expect(try here.object(forKey: "a") == nil)
            }
        }
    }

    /// Many threads that check at once announce every change once.
    @Test func eachChangeIsAnnouncedOnce() async throws {
        let sibling = try device.openStore()
        let told = Announcements(of: store)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try? sibling.set(.integer(1), forKey: "\(number)")
                    store.synchronize()
                }
            }
        }
        #expect(told.take().flatMap(\.changedKeys).count == 20)
    }

    @Test(.timeLimit(.minutes(10))) func listeningStoreAnnouncesChangesByItself() async throws {
        let sibling = try device.openStore()
        let told = Announcements(of: store)
        let listener = Task { await store.listen() }
        defer { listener.cancel() }
        // The listener may not have started yet: ring until it hears.
        let ringing = Task { [bell = device.bell] in
            try sibling.set(.string("1"), forKey: "a")
            while !Task.isCancelled {
                bell.ring()
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        defer { ringing.cancel() }
        var arrivals = told.arrivals.makeAsyncIterator()
        #expect(await arrivals.next()?.changedKeys == ["a"])
    }
}
