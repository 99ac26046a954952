import FaultyDisk
import TestSupport
import Testing

/// Disks that fill up or fail at any of their operations.
@Suite(.ownThread)
struct ReplicaFailureTests {
    /// Every operation in thorough runs, else every sixteenth.
    private static let stride = Seeds.isThorough ? 1 : 16

    @Test(arguments: [
        (Fault.Kind.full, 1), (.full, 4), (.broken, 1), (.broken, 4), (.forgetful, 1),
    ])
    func diskFailureLosesNoAcknowledgedEdits(_ kind: Fault.Kind, _ count: Int) throws {
        // Each case begins at another operation, so that together they cover more of them.
        var operation = kind == .full ? count : count + 2
        while true {
            var run = try FailingRun(Fault(kind, after: operation, count: count))
            try run.run()
            if !run.disk.hasFailed && run.failures == 0 { break }
            operation += Self.stride
        }
        #expect(operation > 100, "the script must use the disk")
    }
}
