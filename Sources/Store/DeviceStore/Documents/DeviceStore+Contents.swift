import AgentMessages
public import Documents
import Replication

extension DeviceStore {
    /// Whether another process of the device exchanges the contents of documents.
    public var areContentsElsewhere: Bool { isCloudAbsent }

    /// Asks the agent to exchange the contents of documents, or to fetch one, and waits for that.
    ///
    /// - Parameters:
    ///   - content: the content to fetch; `nil` to send and fetch all that is due.
    ///   - tell: receives the progress.
    /// - Returns: whether the cloud keeps contents.
    public func exchangeContentsByAgent(
        _ content: ChunkName?, _ tell: (DocumentExchange.Progress) -> Void
    ) async throws -> Bool {
        guard let agent else { return true }
        if let loss = location.remote?.loss ?? missing { throw loss }
        for _ in 0..<Self.mostAttempts {
            if let keeps = try await askForContents(agent, content, tell) { return keeps }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw agent.unfinished
    }

    /// Returns `nil` if the agent ended before it was done: the next one continues.
    private func askForContents(
        _ agent: DeviceAgent, _ content: ChunkName?, _ tell: (DocumentExchange.Progress) -> Void
    ) async throws -> Bool? {
        do {
            for try await reply in agent.replies(to: request(.contents(content?.description))) {
                switch reply {
                case .contents(let transfer):
                    if transfer.isAbsent { return false }
                    tell(DocumentExchange.Progress(done: transfer.done, total: transfer.total))
                case .done: return true
                case .failed(let failure): throw failure.error
                case .elsewhere: throw elsewhere
                case .waits, .working, .state, .devices, .part, .key: continue
                }
            }
        } catch let failure as AgentFailure {
            throw failure.error
        }
        try Task.checkCancellation()
        return nil
    }
}
