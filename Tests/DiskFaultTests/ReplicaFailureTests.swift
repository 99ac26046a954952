import FaultyDisk
import TestSupport
import Testing

/// Disks that are full, and disks that fail, from each of their operations on.
@Suite(.ownThread)
struct ReplicaFailureTests {
    /// Every operation when there is time, else every sixteenth.
    private static let stride = Seeds.isThorough ? 1 : 16

    @Test(arguments: [
        (Fault.Kind.full, 1), (.full, 4), (.broken, 1), (.broken, 4), (.forgetful, 1),
    ])
    func whatFailsHasChangedNothing(_ kind: Fault.Kind, _ count: Int) throws {
        // Beginning elsewhere for each, so that together they begin at more operations.
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
