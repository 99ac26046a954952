import AsyncHTTPClient
public import CloudMessages
import FoundationEssentials
import NIOCore
import NIOHTTP1
public import Replication

/// A cloud behind HTTP: one account of a `cloudyd`.
///
/// Connections are kept open for later calls. A call without an answer in time fails, and the sync
/// tries again.
public final class HTTPCloud: Cloud {
    private let server: Server
    private let client: HTTPClient
    private let isShared: Bool
    private let refusals = Refusals()
    private let suspicion = Suspicion()
    private let patience: Patience

    /// The times to wait for a server.
    public struct Patience: Sendable {
        /// For a connection.
        public var connecting = Duration.seconds(10)
        /// From the beginning of a call to the end of its answer.
        public var answering = Duration.seconds(60)
        /// Within an answer, or within the stream of an older server that does not announce its
        /// heartbeat, which is every 15 seconds.
        public var silence = Duration.seconds(45)
        /// Within the stream of a server that announces its heartbeat, as current ones do: every 6
        /// seconds. If it is silent for longer, the server is halted or the network is cut,
        /// although nothing closed the connection.
        public var stream = Duration.seconds(15)
        /// For the answer to the first call after a stream fell silent, if the call only reads. So
        /// a device that has nothing to send notices within 20 seconds.
        public var afterSilence = Duration.seconds(5)

        public init() {}
    }

    /// - Parameters:
    ///   - url: the address of the server, without the path of a call.
    ///   - token: the token that the server gave out for the account.
    ///   - store: the store of the account.
    ///   - authority: the PEM file of a certificate to trust in addition to the system's.
    ///   - identity: the certificate for a server that asks for one.
    ///   - patience: the times to wait for the server. Shared connections have the usual times.
    ///   - isShared: whether to use the connections that all such clouds of the process share,
    ///     which are kept until it ends.
    /// - Throws: ``CloudError/Code/unusable`` if the URL is neither `http` nor `https`.
    public init(
        url: String, token: String, store: StoreName = .own, authority: String? = nil,
        identity: ClientIdentity? = nil, patience: Patience = Patience(), isShared: Bool = false
    ) throws(CloudError) {
        server = try Server(url: url, token: token, store: store, authority: authority)
        self.patience = patience
        let silence = TimeAmount(patience.silence)
        client =
            isShared
            ? .sharedForCloud(authority: authority, identity: identity, silence: silence)
            : .forCloud(
                authority: authority, identity: identity, connect: TimeAmount(patience.connecting),
                silence: silence)
        self.isShared = isShared
    }

    deinit { if !isShared { client.shutdown { _ in } } }

    public func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        let message: ReplyMessage<RegistrationOutcomeMessage> = try await call(
            .PUT, "replicas/\(registration.sender.actor)", RegistrationMessage(registration))
        return try message.reply { body throws(CloudError) in
            guard let outcome = body.outcome else {
                throw server.strange(.unknownMark).afterAChange
            }
            return outcome
        }
    }

    public func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        let query = ListingQuery.parameters(position, limit: limit)
            .map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let message: ReplyMessage<ListingMessage> = try await call(.GET, "records?" + query)
        return try message.reply { body throws(CloudError) in
            let listing = body.listing
            if let key = listing.doubledKey { throw server.strange(.twice(key: key)) }
            return listing
        }
    }

    public func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        let message: ReplyMessage<OutcomesMessage> = try await call(
            .POST, "records", ChangesMessage(changes, from: sender))
        return try message.reply { body throws(CloudError) in
            let outcomes = body.outcomes.compactMap(\.outcome)
            guard outcomes.count == changes.count else {
                let count = body.outcomes.count
                let fault: StrangeAnswer =
                    count == changes.count ? .unreadable : .count(count, of: changes.count)
                throw server.strange(fault).afterAChange
            }
            return outcomes
        }
    }

    public func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> {
        let message: ReplyMessage<AcceptanceMessage> = try await call(
            .PUT, "replicas/\(sender.actor)/cursor", AcknowledgementMessage(cursor, from: sender))
        return message.reply(\.accepted)
    }

    public func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        let message: ReplyMessage<EmptyMessage> = try await call(.DELETE, "replicas/\(actor)")
        return message.reply { _ in }
    }

    public func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        let message: ReplyMessage<ReplicasMessage> = try await call(.GET, "replicas")
        return try message.reply { body throws(CloudError) in
            let replicas = body.replicas.compactMap(\.replica)
            guard replicas.count == body.replicas.count else {
                throw server.strange(.unknownActor)
            }
            return replicas
        }
    }

    public func quota() async throws(CloudError) -> CloudReply<Quota> {
        let message: ReplyMessage<QuotaMessage> = try await call(.GET, "quota")
        return message.reply(\.quota)
    }

    public func hints() -> AsyncStream<Void> {
        EventListener(
            server: server, client: client, refusals: refusals, suspicion: suspicion,
            patience: patience
        ).hints()
    }

    private func call<Reply: Decodable>(
        _ method: HTTPMethod, _ path: String, _ body: (any Encodable & Sendable)? = nil
    ) async throws(CloudError) -> Reply {
        if let refusal = refusals.ofCalls { throw refusal }
        var request = server.request(method, path)
        if let body {
            guard let bytes = try? JSONEncoder().encode(body) else {
                throw CloudError(.unusable, "The call cannot be written as JSON.")
            }
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: bytes))
        }
        // An acknowledgement changes no record, but leaves a mark.
        let isWrite = method != .GET
        do {
            let time =
                !isWrite && suspicion.take() ? patience.afterSilence : patience.answering
            let response = try await client.execute(request, timeout: TimeAmount(time))
            let bytes = try await response.body.collect(upTo: Self.largestAnswer)
            guard response.status == .ok else {
                throw refusals.note(
                    server.refusal(response.status, bytes, ofWrite: isWrite), of: .call,
                    response.status, response.headers)
            }
            let data = Data(bytes.readableBytesView)
            guard let reply = try? JSONDecoder().decode(Reply.self, from: data) else {
                let error = server.strange(StrangeAnswer(data))
                throw isWrite ? error.afterAChange : error
            }
            refusals.clear()
            return reply
        } catch {
            throw await server.failure(error, ofWrite: isWrite)
        }
    }

    private static let largestAnswer = 64 << 20
}
