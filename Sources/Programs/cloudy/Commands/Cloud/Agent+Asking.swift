import AgentMessages
import DeviceStore
import Replication

extension Agent {
    /// Returns the replies of the device's agent, which asks the server while the person waits;
    /// `nil` if there is no server.
    static func ask(
        _ call: AgentRequest.Call, of location: HomeLocation, store: String? = nil, seconds: Int
    ) throws -> [AgentReply]? {
        guard let remote = location.remote else { return nil }
        if let reason = remote.lostReason { throw HomeError(.damaged, reason) }
        do {
            return try waitFor(seconds: seconds) {
                var replies: [AgentReply] = []
                for try await reply in location.replies(to: call, store: store) {
                    switch reply {
                    case .working: continue
                    case .failed(let failure): throw failure
                    case .elsewhere: throw Self.isElsewhere
                    default: replies.append(reply)
                    }
                }
                guard replies.last?.isLast == true else { throw Self.hasEnded }
                return replies
            }
        } catch let failure as AgentFailure {
            throw failure.error
        } catch let error as TookTooLong {
            throw CloudError(
                .unreachable,
                "\(remote.url) did not answer within \(error.seconds) seconds. Try again later.")
        }
    }

    static let isElsewhere = CloudError(
        .unreachable,
        "The account, server or key of this device changed meanwhile. Type the command again.")

    static let hasEnded = CloudError(
        .unreachable,
        "The agent of this device ended before it was done. Type the command again.")
}
