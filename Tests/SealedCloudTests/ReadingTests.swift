import LocalCloud
import Replication
import SealedCloud
import Testing

/// A cloud as a read-only client sees it.
private struct ReadingCloud: ForwardingCloud {
    var cloud: any Cloud

    private static var refusal: CloudError { CloudError(.notAllowed, "You may only read.") }

    func register(_: Registration) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        throw Self.refusal
    }

    func compareAndSet(
        _: [ProposedChange], from _: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> { throw Self.refusal }

    func acknowledge(_: Int64, from _: Sender) async throws(CloudError) -> CloudReply<Bool> {
        throw Self.refusal
    }

    func retire(_: ActorID) async throws(CloudError) -> CloudReply<Void> { throw Self.refusal }
}

@Suite(.timeLimit(.minutes(10))) struct ReadingTests {
    /// A key would not allow these clients to write, so the message does not ask for one.
    @Test func readOnlyClientOfASealedCloudIsToldThatItMayOnlyRead() async throws {
        let fixture = try await SealedFixture()
        let (memory, name) = (TestMemory(), "the cloud")
        let store = ReadingCloud(cloud: try fixture.store())
        let keys = KeyStore(ReadingCloud(cloud: try fixture.keys()))
        let other = SealingSecrets(current: SealingSecret())
        let devices: [any Cloud] = [
            UnsealedCloud(store, keys: keys, name: name, memory: memory),
            SealedCloud(store, keys: keys, store: "", name: name, secrets: other, memory: memory),
        ]
        for device in devices {
            let error = await #expect(throws: CloudError.self) { try await device.register(.any) }
            #expect(error?.message == "You may only read.")
            #expect(!memory.isLocked)
        }
    }
}
