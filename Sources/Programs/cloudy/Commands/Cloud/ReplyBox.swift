import AgentMessages
import Dispatch
import Synchronization

/// Passes replies of the agent to a thread that runs no tasks.
final class ReplyBox: Sendable {
    private let replies = Mutex<[Result<AgentReply, any Error>?]>([])
    private let count = DispatchSemaphore(value: 0)

    /// Adds a reply; `nil` if none follows.
    func post(_ reply: Result<AgentReply, any Error>?) {
        replies.withLock { $0.append(reply) }
        count.signal()
    }

    /// Waits for the next reply; returns `nil` if none follows, or `isStopped` returns `true`.
    func next(unless isStopped: () -> Bool) -> Result<AgentReply, any Error>? {
        while !isStopped() {
            guard case .success = count.wait(timeout: .now() + .milliseconds(100)) else { continue }
            return replies.withLock { $0.removeFirst() }
        }
        return nil
    }
}
