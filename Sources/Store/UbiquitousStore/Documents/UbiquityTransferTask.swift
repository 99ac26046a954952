import DeviceStore
import Documents
public import Foundation
import Synchronization

/// The transfer of the content of one document to the cloud or from it.
///
/// A new task is suspended. Data that has arrived is kept if the task is suspended or cancelled, or
/// the program ends: the next task for the same content continues from there.
public final class UbiquityTransferTask: Sendable {
    /// Whether a task is running, suspended or over.
    public enum State: Sendable, Hashable {
        /// The task waits for ``UbiquityTransferTask/resume()``.
        case suspended
        case running
        case completed
        /// The task was cancelled, or failed.
        case failed(UbiquityError)

        /// Whether the task has ended.
        public var isOver: Bool {
            switch self {
            case .suspended, .running: false
            case .completed, .failed: true
            }
        }
    }

    /// The progress of a task.
    public struct Status: Sendable, Hashable {
        public var state = State.suspended
        /// The bytes that the other side has, including earlier ones; 0 until the task knows.
        public var countOfBytesTransferred = 0
        /// The bytes of the content.
        public var countOfBytesExpected: Int

        /// From 0 to 1.
        public var fractionCompleted: Double {
            if state == .completed { return 1 }
            return countOfBytesExpected == 0
                ? 0 : Double(countOfBytesTransferred) / Double(countOfBytesExpected)
        }
    }

    /// The URL of the document.
    public let url: URL

    typealias Work = @Sendable (@escaping @Sendable (Int) -> Void) async throws -> Void

    private struct Inside {
        var status: Status
        var run: Task<Void, Never>?
        var number = 0
        var followers: [Int: AsyncStream<Status>.Continuation] = [:]
    }

    private let work: Work
    private let inside: Mutex<Inside>

    /// Changes the state inside, and tells the followers.
    private func change<R>(_ body: (inout Inside) -> R) -> R {
        let (result, ended) = inside.withLock { inside in
            let before = inside.status
            let result = body(&inside)
            let followers = inside.status == before ? [] : Array(inside.followers.values)
            for follower in followers { follower.yield(inside.status) }
            return (result, inside.status.state.isOver ? followers : [])
        }
        // Finishing a follower takes the lock.
        for follower in ended { follower.finish() }
        return result
    }

    init(url: URL, length: Int, work: @escaping Work) {
        self.url = url
        self.work = work
        inside = Mutex(Inside(status: Status(countOfBytesExpected: length)))
    }

    /// The progress of the task.
    public var status: Status { inside.withLock { $0.status } }

    /// The progress, now and after each change. The stream ends when the task is over.
    public var statuses: AsyncStream<Status> {
        let (statuses, continuation) = AsyncStream.makeStream(
            of: Status.self, bufferingPolicy: .bufferingNewest(1))
        let number: Int? = inside.withLock { inside in
            continuation.yield(inside.status)
            if inside.status.state.isOver { return nil }
            inside.number += 1
            inside.followers[inside.number] = continuation
            return inside.number
        }
        guard let number else {
            continuation.finish()
            return statuses
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.inside.withLock { $0.followers.removeValue(forKey: number) }
        }
        return statuses
    }

    /// Starts or continues the task. Does nothing if it is running or over.
    public func resume() {
        let former = change { inside -> Task<Void, Never>?? in
            guard inside.status.state == .suspended else { return nil }
            inside.status.state = .running
            return .some(inside.run)
        }
        guard let former else { return }
        let run = Task.detached {
            // The suspended run may be in the middle of a call.
            await former?.value
            await self.run()
        }
        inside.withLock { inside in
            inside.run = run
            if inside.status.state != .running { run.cancel() }
        }
    }

    /// Suspends the task until ``resume()``, within a moment. Chunks on their way are completed.
    public func suspend() {
        change { inside in
            guard inside.status.state == .running else { return }
            inside.status.state = .suspended
            inside.run?.cancel()
        }
    }

    /// Cancels the task for good. A cancelled upload makes no document.
    public func cancel() {
        change { inside in
            if inside.status.state.isOver { return }
            inside.status.state = .failed(UbiquityError(CancellationError(), at: url))
            inside.run?.cancel()
        }
    }

    /// Waits until the task is completed. Resumes it if it has never been resumed. Throws
    /// ``UbiquityError`` if it was cancelled or failed.
    public func value() async throws {
        if inside.withLock({ $0.run == nil }) { resume() }
        for await status in statuses {
            switch status.state {
            case .completed: return
            case .failed(let error): throw error
            case .suspended, .running: continue
            }
        }
        throw UbiquityError(CancellationError(), at: url)
    }

    private func run() async {
        if Task.isCancelled { return }
        do {
            try await work { count in
                self.change { inside in
                    guard inside.status.state == .running else { return }
                    inside.status.countOfBytesTransferred = count
                }
            }
            finish(.completed)
        } catch {
            // Suspending ends the work with an error, too.
            if Task.isCancelled { return }
            finish(.failed(UbiquityError(error, at: url)))
        }
    }

    private func finish(_ state: State) {
        change { inside in
            if inside.status.state.isOver { return }
            inside.status.state = state
            if state == .completed {
                inside.status.countOfBytesTransferred = inside.status.countOfBytesExpected
            }
        }
    }
}
