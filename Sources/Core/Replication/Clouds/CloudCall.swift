/// A call to a cloud that the replicator requests.
public enum CloudCall: Sendable, Hashable {
    case register(Registration)
    case list(ListingPosition, limit: Int)
    case compareAndSet([ProposedChange], from: Sender)
    case acknowledge(Int64, from: Sender)
}

/// The answer to a ``CloudCall``, of the same kind.
public enum CloudAnswer: Sendable {
    case registered(CloudReply<RegistrationOutcome>)
    case listed(CloudReply<Listing>)
    case compared(CloudReply<[ChangeOutcome]>)
    case acknowledged(CloudReply<Bool>)

    /// The state of the cloud when it answered.
    var state: CloudReply<Void> {
        switch self {
        case .registered(let reply): reply.without
        case .listed(let reply): reply.without
        case .compared(let reply): reply.without
        case .acknowledged(let reply): reply.without
        }
    }
}

extension CloudReply {
    fileprivate var without: CloudReply<Void> {
        CloudReply<Void>(epoch: epoch, head: head, time: time, value: ())
    }
}

extension Cloud {
    /// Makes the call, and returns its answer.
    public func answer(_ call: CloudCall) async throws(CloudError) -> CloudAnswer {
        switch call {
        case .register(let registration): .registered(try await register(registration))
        case .list(let position, let limit): .listed(try await list(position, limit: limit))
        case .compareAndSet(let changes, let sender):
            .compared(try await compareAndSet(changes, from: sender))
        case .acknowledge(let cursor, let sender):
            .acknowledged(try await acknowledge(cursor, from: sender))
        }
    }
}
