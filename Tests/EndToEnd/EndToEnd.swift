import Dispatch
import Synchronization
import Testing

/// Tests with the real program in real terminals.
///
/// They wait for other processes, so they run on threads of their own: a test that waits on one of
/// the few threads Swift's tasks share would hold up every other test. There are only a few lanes,
/// lest a small machine be asked to run all terminals at once.
struct EndToEndTrait: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await withTaskExecutorPreference(Lane.next()) { try await function() }
    }
}

extension Trait where Self == EndToEndTrait {
    /// Runs each test on a thread that may wait.
    static var endToEnd: Self { EndToEndTrait() }
}

/// A thread that runs one test after another.
private final class Lane: TaskExecutor {
    private static let lanes = (0..<4).map { Lane(number: $0) }
    private static let count = Atomic(0)
    private let queue: DispatchQueue

    private init(number: Int) {
        queue = DispatchQueue(label: "end to end \(number)")
    }

    static func next() -> Lane {
        lanes[count.add(1, ordering: .relaxed).newValue % lanes.count]
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
