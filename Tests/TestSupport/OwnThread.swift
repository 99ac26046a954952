import Glibc
public import Testing

/// Runs each test of a suite on threads of its own.
///
/// Swift's tasks share only as many threads as there are processors. A test that blocks one, or
/// computes for long, holds up all other tests, until their network calls time out. Suites with
/// such tests have this trait.
public struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    public let isRecursive = true

    @concurrent public func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await withTaskExecutorPreference(ThreadForEachJob()) { try await function() }
    }
}

extension Trait where Self == OwnThread {
    /// Runs each test on threads that may block and compute for as long as they like.
    public static var ownThread: Self { OwnThread() }
}

/// Starts a thread for each part of a task that runs without suspending, so that no part waits for
/// another one that blocks.
public final class ThreadForEachJob: TaskExecutor {
    public init() {}

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        startThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Starts a thread, or waits until there is room for another one.
public func startThread(_ body: @escaping @Sendable () -> Void) {
    // Not with pthread_detach(), which may access a thread that has already ended and is gone:
    // https://sourceware.org/bugzilla/show_bug.cgi?id=19951
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let box = Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    while pthread_create(&thread, &attributes, runThread, box.toOpaque()) != 0 { poll(nil, 0, 20) }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer else { return nil }
    Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
}
