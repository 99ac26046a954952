import AgentMessages
import Dispatch
import Synchronization

/// Replies of the agent for a thread that runs no tasks.
final class ReplyBox: Sendable {
    private let replies = Mutex<[Result<AgentReply, any Error>?]>([])
    private let count = DispatchSemaphore(value: 0)

    /// Leaves a reply; `nil` when none follows.
    func post(_ reply: Result<AgentReply, any Error>?) {
        replies.withLock { $0.append(reply) }
        count.signal()
    }

    /// The next reply; `nil` when none follows, or `isStopped` says so.
    func next(unless isStopped: () -> Bool) -> Result<AgentReply, any Error>? {
        while !isStopped() {
            guard case .success = count.wait(timeout: .now() + .milliseconds(100)) else { continue }
            return replies.withLock { $0.removeFirst() }
        }
        return nil
    }
}
