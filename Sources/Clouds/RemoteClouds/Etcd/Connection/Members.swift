import AsyncHTTPClient
import FoundationEssentials
import Glibc
import NIOCore
import NIOHTTP1
import Replication
import Synchronization

/// The members of a cluster, and the one that gets the calls.
///
/// If a member does not answer, the next one gets the calls. A call that only reads is repeated
/// there at once; a call that may have taken effect is not repeated here.
final class Members: Sendable {
    /// A reply, and the time of the member's clock, in milliseconds since 1970.
    struct Answer<Reply: Sendable>: Sendable {
        var reply: Reply
        var time: Int64
    }

    private struct Session {
        var member = 0
        /// The cluster's token for the user and the password.
        var token: String?
        /// Whether the cluster was silent at the latest check, and no call has reached it since.
        var isSuspect = false
    }

    let cluster: EtcdCluster
    let patience: Patience
    private let client: HTTPClient
    private let session = Mutex(Session())

    init(
        _ cluster: EtcdCluster, identity: ClientIdentity?, connections: Int, patience: Patience
    ) {
        self.cluster = cluster
        self.patience = patience
        client = .forCloud(
            authority: cluster.authority, identity: identity, connections: connections,
            connect: TimeAmount(patience.connecting), silence: nil,
            version: .http1Only)
    }

    deinit { client.shutdown { _ in } }

    /// The name of the cluster, for people.
    var name: String { cluster.members.joined(separator: ", ") }

    /// The index of the member that gets the calls now.
    var current: Int { session.withLock { $0.member } }

    /// Switches to the next member, unless another call has done so.
    func leave(_ member: Int) {
        session.withLock { session in
            if session.member == member { session.member = (member + 1) % cluster.members.count }
        }
    }

    /// Gives the next reading call less time: the cluster was silent just now.
    func suspect() { session.withLock { $0.isSuspect = true } }

    /// Makes a call that only reads, at one member after the other.
    ///
    /// - Parameter time: the time for each member to answer; `nil` for the usual time.
    func read<Reply: Decodable & Sendable>(
        _ path: String, _ request: some Encodable & Sendable, within time: Duration? = nil
    ) async throws(Failure) -> Answer<Reply> {
        try await call(path, request, isSafeTwice: true, within: time ?? readingTime())
    }

    private func readingTime() -> Duration {
        session.withLock { session in
            defer { session.isSuspect = false }
            return session.isSuspect ? patience.checkTimeout : patience.reading
        }
    }

    /// Makes a call that may change something. Without a reply, its outcome is unknown.
    func write<Reply: Decodable & Sendable>(
        _ path: String, _ request: some Encodable & Sendable
    ) async throws(Failure) -> Answer<Reply> {
        try await call(path, request, isSafeTwice: false, within: patience.writing)
    }

    private func call<Reply: Decodable & Sendable>(
        _ path: String, _ request: some Encodable & Sendable, isSafeTwice: Bool,
        within patience: Duration
    ) async throws(Failure) -> Answer<Reply> {
        guard let body = try? Gateway.encode(request) else {
            throw .cloud(CloudError(.unusable, "The call cannot be written as JSON."))
        }
        var (untried, hasLoggedIn) = (cluster.members.count, false)
        while true {
            let member = current
            let failure: CloudError
            switch await ask(member, path, body, patience: patience) {
            case .reply(let data, let time):
                guard let reply: Reply = try? Gateway.decode(data) else {
                    let error = MemberAnswer.strangeness(
                        cluster.members[member], "sends an invalid reply")
                    throw .cloud(isSafeTwice ? error : error.afterAChange)
                }
                return Answer(reply: reply, time: time)
            case .loginNeeded(let error):
                guard cluster.user != nil, !hasLoggedIn else { throw .cloud(error) }
                session.withLock { $0.token = nil }
                hasLoggedIn = true
                continue
            case .failed(let failure): throw failure
            case .strange(let error): throw .cloud(isSafeTwice ? error : error.afterAChange)
            case .tooLong: throw isSafeTwice ? .tooMuch : Failure.tooMuch.afterAChange(name)
            case .elsewhere(let error): failure = error
            case .unknown(let error):
                leave(member)
                guard isSafeTwice else { throw .cloud(error.afterAChange) }
                failure = error
            }
            leave(member)
            untried -= 1
            if untried == 0 { throw .cloud(failure) }
        }
    }

    private func ask(
        _ member: Int, _ path: String, _ body: Data, patience: Duration
    ) async -> MemberAnswer {
        var token: String?
        if cluster.user != nil {
            switch await logIn(member) {
            case .success(let known): token = known
            case .failure(let answer): return answer.answer
            }
        }
        return await send(member, path, body, token: token, patience: patience)
    }

    private struct NoToken: Error {
        var answer: MemberAnswer
    }

    /// Returns the known token, or a new one.
    private func logIn(_ member: Int) async -> Result<String, NoToken> {
        if let token = session.withLock({ $0.token }) { return .success(token) }
        let login = LoginRequest(name: cluster.user ?? "", password: cluster.password)
        guard let body = try? Gateway.encode(login) else {
            let error = CloudError(.unusable, "The name and password cannot be written as JSON.")
            return .failure(NoToken(answer: .failed(.cloud(error))))
        }
        let answer = await send(
            member, "auth/authenticate", body, token: nil, patience: patience.reading)
        switch answer {
        case .reply(let data, _):
            guard let reply: LoginReply = try? Gateway.decode(data) else {
                let error = MemberAnswer.strangeness(cluster.members[member], "sends no token")
                return .failure(NoToken(answer: .failed(.cloud(error))))
            }
            session.withLock { $0.token = reply.token }
            return .success(reply.token)
        // A login whose reply was lost changes nothing.
        case .unknown(let error): return .failure(NoToken(answer: .elsewhere(error)))
        case .strange(let error): return .failure(NoToken(answer: .failed(.cloud(error))))
        case .tooLong: return .failure(NoToken(answer: .failed(.tooMuch)))
        case let other: return .failure(NoToken(answer: other))
        }
    }

    private func send(
        _ member: Int, _ path: String, _ body: Data, token: String?, patience: Duration
    ) async -> MemberAnswer {
        let name = cluster.members[member]
        do {
            let response = try await client.execute(
                request(member, path, body, token: token), timeout: TimeAmount(patience))
            let bytes = try await response.body.collect(upTo: Self.largestAnswer)
            let data = Data(bytes.readableBytesView)
            guard response.status == .ok else {
                return MemberAnswer(
                    refusal: data, status: response.status.code, from: name, user: cluster.user)
            }
            let date = response.headers.first(name: "Date")
            guard let time = date.flatMap(milliseconds(ofHTTP:)) else {
                return .strange(MemberAnswer.strangeness(name, "sends no time"))
            }
            return .reply(data, time: time)
        } catch is NIOTooManyBytesError {
            return .tooLong
        } catch {
            let failure = await ConnectionFailure(
                error, calling: name, authority: cluster.authority)
            let words = CloudError(
                .unreachable, "\(name) is unreachable: \(failure.reason).")
            return failure.neverConnected ? .elsewhere(words) : .unknown(words)
        }
    }

    private func request(
        _ member: Int, _ path: String, _ body: Data, token: String?
    ) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: "\(cluster.members[member])/v3/\(path)")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        if let token { request.headers.add(name: "Authorization", value: token) }
        request.body = .bytes(ByteBuffer(bytes: body))
        return request
    }

    /// Opens a stream at a member, and returns its messages; `nil` if the member does not answer.
    func open(
        _ path: String, _ message: some Encodable & Sendable, at member: Int
    ) async -> HTTPClientResponse.Body? {
        guard let body = try? Gateway.encode(message) else { return nil }
        var token: String?
        if cluster.user != nil {
            guard case .success(let known) = await logIn(member) else { return nil }
            token = known
        }
        let stream = request(member, path, body, token: token)
        let response = try? await client.execute(stream, deadline: .distantFuture)
        return response?.status == .ok ? response?.body : nil
    }

    /// Drops the token, because a stream was refused.
    func logOut() { session.withLock { $0.token = nil } }

    private static let largestAnswer = 64 << 20
}

/// The time limits.
struct Patience: Sendable {
    var connecting = Duration.seconds(3)
    var reading = Duration.seconds(5)
    /// Longer than the seven seconds for which etcd itself waits for a majority.
    var writing = Duration.seconds(12)
    /// The time between checks whether a watch has missed something or the cluster is silent.
    var checkInterval = Duration.seconds(8)
    /// The time for each member to answer such a check, and for the first call after a failed one.
    /// With three silent members, a device notices within 20 seconds.
    var checkTimeout = Duration.seconds(2)
    /// The longest delay with which a watch may report a change.
    var lag = Duration.seconds(1)
}

/// Returns the time in a header of HTTP, such as “Sun, 22 Nov 2026 23:39:37 GMT”, in milliseconds
/// since 1970.
func milliseconds(ofHTTP text: String) -> Int64? {
    let words = text.split { " :,".contains($0) }
    let numbers = [1, 3, 4, 5, 6].map { words.count == 8 ? Int(words[$0]) : nil }
    guard case let known = numbers.compactMap(\.self), known.count == 5,
        known.allSatisfy({ 0..<10_000 ~= $0 }),
        let month = CalendarTime.monthNames.firstIndex(of: String(words[2])),
        let days = CalendarTime.days(year: known[1], month: month + 1, day: known[0])
    else { return nil }
    let clock = known[2] * 3600 + known[3] * 60 + known[4]
    return Int64(days * CalendarTime.secondsPerDay + clock) * 1000
}
