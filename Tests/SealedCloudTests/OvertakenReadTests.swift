import CloudConformance
import Replication
import Synchronization
import Testing

@testable import SealedCloud

/// The engine of a device and a command about keys run at the same time, so one of them may have
/// read an older state of the keys than the other has already seen.
@Suite(.timeLimit(.minutes(10))) struct OvertakenReadTests {
    @Test(arguments: [1, 2, 4])
    func overtakenReadOfTheKeysIsRepeated(overtakings: Int) async throws {
        let fixture = try await SealedFixture()
        let memory = TestMemory()
        try await fixture.device(nil, memory).prepare()
        func overtaken() throws -> KeyStore {
            KeyStore(
                OvertakenReads(cloud: try fixture.keys(), times: overtakings) {
                    // Another store of the same device is sealed, and recorded with the keys.
                    let store = "other\(UInt64.random(in: 0...UInt64.max))"
                    _ = try? await fixture.device(nil, memory, store: store).prepare()
                })
        }
        let device = SealedCloud(
            try fixture.store(), keys: try overtaken(), store: "", name: "the cloud",
            secrets: fixture.secrets, memory: memory)
        #expect(try await device.prepare() == SealingReport())
        func account() throws -> SealedAccount {
            SealedAccount(try overtaken(), name: "the cloud", memory: memory)
        }
        #expect(try await account().state(fixture.secrets.current)?.isOpened == true)
        _ = try await account().check(fixture.secrets.current)
        #expect(try await account().renew(fixture.secrets) == false)
    }
}

/// A cloud in which something happens after a read and before the reader gets the answer.
private struct OvertakenReads: ForwardingCloud {
    let cloud: any Cloud
    private let left: Counter
    private let overtake: @Sendable () async -> Void

    private final class Counter: Sendable {
        let count: Mutex<Int>
        init(_ count: Int) { self.count = Mutex(count) }
    }

    init(cloud: any Cloud, times: Int, overtake: @escaping @Sendable () async -> Void) {
        self.cloud = cloud
        left = Counter(times)
        self.overtake = overtake
    }

    func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        let found = try await cloud.list(position, limit: limit)
        let isOvertaken = left.count.withLock { left in
            left -= 1
            return left >= 0
        }
        if isOvertaken { await overtake() }
        return found
    }
}
