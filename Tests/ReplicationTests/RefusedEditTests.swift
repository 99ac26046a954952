import Replication
import Simulator
import Testing

/// A cloud never accepts certain edits: the device reports that, and exchanges everything else.
@Suite struct RefusedEditTests {
    private let long = String(repeating: "k", count: 70)

    /// A server of an earlier version, which accepts keys of 64 bytes and gives no reason.
    @Test func keyRefusedByAnOlderServerIsReported() throws {
        var (cloud, device) = (ModelCloud(), ModelDevice("laptop", actor: 1))
        cloud.limits = Quota(maximumKeyLength: 64)
        try device.set("short", .integer(1))
        try device.set(long, .integer(2))
        try device.sync(&cloud)
        #expect(cloud.entries.count == 1 && device.unsent == 1)
        let problem = try #require(device.replicator.problem)
        #expect(problem.concernsEdits)
        for words in ["the key has 70 bytes", "take keys of up to 64", "Update cloudyd", "else"] {
            #expect(problem.message.contains(words), "\(problem.message)")
        }
        // The problem is reported while other edits are sent, until the edit is undone.
        try device.set("other", .integer(3))
        try device.sync(&cloud)
        #expect(cloud.entries.count == 2 && device.replicator.problem == problem)
        cloud.limits = nil
        try device.set(long, .integer(4))
        try device.sync(&cloud)
        #expect(cloud.entries.count == 3 && device.replicator.problem == nil)
    }

    @Test func tooLargeRecordIsReported() throws {
        var (cloud, device) = (ModelCloud(), ModelDevice("laptop", actor: 1))
        cloud.limits = Quota(maximumValueBytes: 1)
        for key in ["a", "b"] {
            try device.set(key, .string(String(repeating: "x", count: 70_000)))
        }
        try device.sync(&cloud)
        let message = device.replicator.problem?.message ?? ""
        #expect(message.contains("“a”, and 1 more because it is too large"), "\(message)")
    }
}
