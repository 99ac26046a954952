import FaultyDisk
import LocalCloud
import Replication
import TestSupport
import Testing

/// The machine of a cloud loses power after every operation of its disk.
@Suite(.ownThread)
struct CloudCrashTests {
    @Test(arguments: Seeds.all)
    func crashKeepsEveryAnsweredChange(_ seed: UInt64) async throws {
        let script = try await CloudScript(seed: seed, steps: 30)
        for crash in Crashes(of: script.disk.log, seed: seed) { try await check(script, crash) }
    }

    private func check(_ script: CloudScript, _ crash: Crash) async throws {
        let place = crash.place
        let disk = FaultyDisk(crash.image)
        let path = disk.path(CloudScript.name)
        let cloud = try CloudScript.open(disk, at: 1_900_000_000_000)
        let found = try CloudContents(path: path)
        let last = script.commits.last(within: crash.count)
        if last == nil, found.head == 0, found.entries.isEmpty { return }
        let possible = script.commits.possible(after: crash.count, crash.survival)
        #expect(possible.contains(found), "\(place): the cloud must have a committed state")
        // The cloud continues from that state.
        let change = ProposedChange(
            key: "after", expectedRevision: 0, record: [1], isTombstone: false)
        let sender = Sender(
            actor: ActorID(rawValue: 9), confirmed: nil, pending: [],
            next: SendMark(number: 1, nonce: 1))
        let reply = try await cloud.compareAndSet([change], from: sender)
        #expect(reply.value == [.committed(revision: found.head + 1)], "\(place)")
        #expect(reply.epoch == found.epoch)
        let after = try CloudContents(path: path)
        #expect(after.entries.count == found.entries.count + 1, "\(place)")
    }
}
