import RemoteClouds
import Replication
import TestSupport
import Testing

/// A gateway that fails may have passed the call on. Only the server itself can promise that a call
/// changed nothing.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct GatewayTests {
    private let sender = Sender(
        actor: ActorID(rawValue: 1), confirmed: nil, pending: [],
        next: SendMark(number: 1, nonce: 1))
    private let change = ProposedChange(
        key: "a", expectedRevision: 0, record: [7], isTombstone: false)

    private func connect(_ gateway: Gateway) throws -> HTTPCloud {
        try HTTPCloud(url: "http://127.0.0.1:\(gateway.port)", token: HTTPFixture.token)
    }

    /// The error of a call through a gateway. Each call is from a new device, which remembers no
    /// earlier answers.
    private func code<Value>(
        _ gateway: Gateway, _ call: (HTTPCloud) async throws -> Value
    ) async throws -> CloudError.Code? {
        do {
            _ = try await call(connect(gateway))
            return nil
        } catch let error as CloudError { return error.code }
    }

    private func codesOfWrites(_ gateway: Gateway) async throws -> [CloudError.Code?] {
        let registration = Registration(
            sender: Sender(actor: sender.actor, confirmed: nil, pending: [], next: nil),
            device: "laptop", cursor: 0)
        return [
            try await code(gateway) { try await $0.register(registration) },
            try await code(gateway) { try await $0.compareAndSet([change], from: sender) },
            try await code(gateway) { try await $0.acknowledge(1, from: sender) },
            try await code(gateway) { try await $0.retire(sender.actor) },
        ]
    }

    static let lies: [Gateway.Answer] =
        [200, 202, 301, 302, 303, 307, 308, 400, 404, 408, 409, 411, 413, 417, 425, 429, 499]
        .map { .page($0) } + [500, 502, 503, 504, 507, 520, 524].map { .page($0) } + [
            .barrier(502), .otherJSON(502), .otherJSON(200), .word(500, "unknownOutcome"),
            .word(500, "failed"), .word(503, "a word of tomorrow"), .half, .end,
        ]

    @Test(arguments: lies)
    func gatewayFailureLeavesTheOutcomeOfAWriteUnknown(_ answer: Gateway.Answer) async throws {
        let fixture = try await HTTPFixture()
        let gateway = try await Gateway(to: fixture.port, answer)
        let codes = try await codesOfWrites(gateway)
        #expect(codes == Array(repeating: .unknownOutcome, count: 4))
        let direct = try fixture.connect(token: HTTPFixture.token)
        let isPassedOn = if case .barrier = answer { false } else { true }
        #expect(try await direct.quota().head == (isPassedOn ? 1 : 0))
        // A failed call that only reads has no unknown outcome.
        let reading = try await code(gateway) { try await $0.list(.start, limit: 10) }
        #expect(reading != nil && (reading != .unknownOutcome || answer.isOwnWord))
    }

    /// A refused client gets that error, which does not promise that nothing was changed.
    @Test(arguments: [401, 403]) func gatewayThatDeniesAccessIsReportedAsNotAllowed(_ status: Int)
        async throws
    {
        let fixture = try await HTTPFixture()
        let gateway = try await Gateway(to: fixture.port, .page(status))
        let codes = try await codesOfWrites(gateway)
        #expect(codes == Array(repeating: .notAllowed, count: 4))
    }

    @Test(arguments: [
        (503, "unreachable"), (429, "tooMany"), (507, "noRoom"),
    ]) func serversOwnErrorMeansThatAWriteWasNotDone(_ status: Int, _ word: String) async throws {
        let fixture = try await HTTPFixture()
        let gateway = try await Gateway(to: fixture.port, .word(status, word))
        let codes = try await codesOfWrites(gateway)
        #expect(codes == Array(repeating: .unreachable, count: 4))
    }

    @Test func writeToAMissingServerIsUnreachable() async throws {
        let cloud = try HTTPCloud(url: "http://127.0.0.1:1", token: HTTPFixture.token)
        let error = await #expect(throws: CloudError.self) {
            try await cloud.compareAndSet([change], from: sender)
        }
        #expect(error?.code == .unreachable)
    }

    /// A call that is not sent, because the last one was refused, changes nothing.
    @Test func unsentWriteHasNoUnknownOutcome() async throws {
        let fixture = try await HTTPFixture()
        let gateway = try await Gateway(to: fixture.port, .page(429))
        let cloud = try connect(gateway)
        for expected in [CloudError.Code.unknownOutcome, .unreachable] {
            let error = await #expect(throws: CloudError.self) {
                try await cloud.compareAndSet([change], from: sender)
            }
            #expect(error?.code == expected)
        }
    }
}

extension Gateway.Answer {
    fileprivate var isOwnWord: Bool {
        if case .word(_, "unknownOutcome") = self { true } else { false }
    }
}
