import HTTPService
import RemoteClouds
import Replication
import ScratchFolder
import ServerAccounts
import TestSupport
import Testing

@testable import CloudServer

private let sender = #""sender":{"actor":"00000000000000a1"}"#

/// The memory that a server uses for calls that are not finished.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct MemoryTests {
    private let folder = ScratchFolder()
    private let metrics = PrometheusText(help: ServiceInstruments.metrics)

    private var limits: ServiceLimits {
        var limits = ServiceLimits()
        (limits.bodyBytes, limits.bodyBytesPerAccount) = (3_000_000, 1_000_000)
        limits.roomSeconds = 0
        return limits
    }

    private func server(_ limits: ServiceLimits, _ file: AccountsFile) async throws -> RunningServer
    {
        try await RunningServer(
            ServerDirectory(file), limits: limits,
            instruments: ServiceInstruments(factory: metrics))
    }

    /// The bytes held for a purpose, according to the metrics.
    private func held(_ kind: String = "bodies") -> Int {
        let name = "cloudyd_held_bytes{kind=\"\(kind)\"} "
        let line = metrics.text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line.flatMap { Int($0.dropFirst(name.count)) } ?? 0
    }

    /// Begins a call whose body, a batch, is not complete yet.
    private func begin(_ server: RunningServer, _ token: String, length: Int) throws
        -> RawConnection
    {
        let connection = try RawConnection(port: server.port)
        try connection.send(
            "POST /v1/records HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                + "Authorization: Bearer \(token)\r\nContent-Length: \(length)\r\n\r\n"
                + "{\(sender),\"changes\":[{\"key\":\"a\",\"record\":\"")
        return connection
    }

    @Test func unfinishedBodiesStayWithinTheirMemoryLimit() async throws {
        let file = try AccountsFile(folder: folder.path("data"))
        let (ada, bob) = (try file.addAccount("ada"), try file.addAccount("bob"))
        let server = try await server(limits, file)
        let first = try begin(server, ada, length: 900_000)
        while held() != 900_000 { try await Task.sleep(for: .milliseconds(5)) }
        for _ in 0..<30 {
            let more = try begin(server, ada, length: 900_000)
            // More bytes than the server reads ahead: the body of a refused call is not read.
            try await more.deliver(String(repeating: "A", count: 900_000 - 60))
            more.finish()
            let answer = HTTPAnswer(try await more.receive { $0.contains("}}") })
            #expect(answer?.status == 429 && answer?.body.contains("\"tooMany\"") == true)
            #expect(answer?.body.contains("nothing was changed") == true)
            #expect(answer?.head.lowercased().contains("retry-after: 2") == true)
            #expect(held() <= 1_000_000)
        }
        // Small bodies, and those of other accounts, still fit.
        let small = try await server.connect(token: ada).register(
            Registration(
                sender: Sender(actor: ActorID(rawValue: 1), confirmed: nil, pending: [], next: nil),
                device: "desk", cursor: 0))
        #expect(small.value == .accepted)
        let second = try begin(server, bob, length: 900_000)
        while held() != 1_800_000 { try await Task.sleep(for: .milliseconds(5)) }
        let end = "\"}]}"
        let rest = 900_000 - "{\(sender),\"changes\":[{\"key\":\"a\",\"record\":\"".utf8.count
        for connection in [first, second] {
            try await connection.deliver(
                String(repeating: "A", count: (rest - end.utf8.count) / 4 * 4))
            try connection.send(end)
            try connection.send(String(repeating: " ", count: (rest - end.utf8.count) % 4))
            #expect(try await connection.receive(until: "\"committed\":1"))
        }
        while held() != 0 { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test func bodyIsRefusedWhenOtherAccountsHoldTheMemory() async throws {
        let file = try AccountsFile(folder: folder.path("data"))
        let server = try await server(limits, file)
        let held = try ["a", "b"].map { name in
            try begin(server, try file.addAccount(name), length: 1_000_000)
        }
        while self.held() != 2_000_000 { try await Task.sleep(for: .milliseconds(5)) }
        let answer = HTTPAnswer(
            try await begin(server, try file.addAccount("c"), length: 1_000_000).receive {
                $0.contains("}}")
            })
        #expect(answer?.status == 503 && answer?.body.contains("\"unreachable\"") == true)
        #expect(answer?.body.contains("nothing was changed") == true)
        withExtendedLifetime(held) {}
    }

    /// For a body without a length, memory is reserved as it arrives.
    @Test func bodyWithoutALengthCountsAgainstTheMemoryLimit() async throws {
        let file = try AccountsFile(folder: folder.path("data"))
        let token = try file.addAccount("ada")
        let server = try await server(limits, file)
        let first = try begin(server, token, length: 900_000)
        while held() != 900_000 { try await Task.sleep(for: .milliseconds(5)) }
        let connection = try RawConnection(port: server.port)
        try connection.send(
            "POST /v1/records HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n30000\r\n{\(sender),\"changes\":[{\"key\":\"")
        try await connection.deliver(String(repeating: "a", count: 0x2ff00))
        let text = try await connection.receive { $0.contains("}}") }
        #expect(text.contains(" 429 ") || text.contains(" 503 "), "\(text)")
        #expect(held() <= 1_000_000)
        withExtendedLifetime(first) {}
    }

    /// Such bodies are refused as they arrive, before anything is made of them.
    @Test(
        arguments: [
            "\"changes\":[{\"key\":\"a\",\"record\":\"\"},{\"key\":\"b\",\"record\":\"\"},{",
            LongText(
                "\"changes\":[{\"key\":\"a\",\"record\":\"\",\"x\":["
                    + String(repeating: "{},", count: 2000)),
            LongText(
                "\"changes\":[{\"key\":\"a\",\"record\":\"\",\"x\":"
                    + String(repeating: "[", count: 2000)),
            LongText("\"changes\":[],\"x\":[" + String(repeating: "1,", count: 200_000)),
            LongText("\"changes\":[],\"x\":\"" + String(repeating: "a", count: 400_000)),
            "\"changes\":[{},", "\"ch\\u0061nges\":[{},",
            LongText(repeating: "\"x\":1,", count: 100_000),
        ] as [LongText])
    func excessiveJSONIsRefusedBeforeTheBodyEnds(_ text: LongText) async throws {
        var limits = ServiceLimits()
        limits.maximumBatch = 2
        let fixture = try await HTTPFixture(limits: limits)
        let connection = try RawConnection(port: fixture.port)
        try await connection.deliver(
            "POST /v1/records HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(HTTPFixture.token)"
                + "\r\nContent-Length: 30000000\r\n\r\n{\(sender),\(text.text)")
        let answer = HTTPAnswer(try await connection.receive { $0.contains("}}") })
        #expect([400, 413].contains(answer?.status), "\(answer?.body ?? "")")
        #expect(try await fixture.connect().quota().head == 0)
    }

    @Test(arguments: ["PUT /v1/records/a", "PUT /v1/replicas/00000000000000a1"])
    func excessiveJSONInOtherCallsIsRefused(_ call: String) async throws {
        let fixture = try await HTTPFixture()
        let connection = try RawConnection(port: fixture.port)
        try await connection.deliver(
            "\(call) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(HTTPFixture.token)\r\n"
                + "If-None-Match: *\r\nContent-Length: 65000\r\n\r\n{\(sender),\"x\":["
                + String(repeating: "1,", count: 20_000))
        let answer = HTTPAnswer(try await connection.receive { $0.contains("}}") })
        #expect(answer?.status == 413, "\(answer?.body ?? "")")
    }

    @Test func unreadAnswersStayWithinTheirMemoryLimit() async throws {
        var limits = ServiceLimits()
        (limits.answerBytesPerAccount, limits.roomSeconds) = (6_000_000, 0)
        let fixture = try await HTTPFixture(
            limits: limits, instruments: ServiceInstruments(factory: metrics))
        let own = Sender(actor: ActorID(rawValue: 1), confirmed: nil, pending: [], next: nil)
        let changes = (0..<30).map {
            ProposedChange(
                key: "\($0)", expectedRevision: 0, record: Array(repeating: 1, count: 100_000),
                isTombstone: false)
        }
        _ = try await fixture.connect().compareAndSet(changes, from: own)
        // The server may release the memory of an answer after the client has read it.
        while held("answers") != 0 { try await Task.sleep(for: .milliseconds(5)) }
        let call =
            "GET /v1/records HTTP/1.1\r\nHost: x\r\n"
            + "Authorization: Bearer \(HTTPFixture.token)\r\n\r\n"
        var slow: RawConnection? = try RawConnection(port: fixture.port, receiveBuffer: 4096)
        // These are more answers than the system buffers for a client that reads nothing.
        try slow?.send(String(repeating: call, count: 8))
        while !(4_000_000...4_100_000).contains(held("answers")) {
            try await Task.sleep(for: .milliseconds(5))
        }
        // The system buffers the first answers, and may make room for another one meanwhile.
        var refused = 0
        while refused < 10 {
            let more = try RawConnection(port: fixture.port)
            try more.send(call)
            let head = try await more.receive { $0.contains("\r\n\r\n") }
            #expect(held("answers") <= 6_000_000)
            // If this call took the memory, the calls of the slow client were refused.
            if head.contains(" 429 ") { refused += 1 } else { try slow?.send(call) }
        }
        slow = nil
        while held("answers") != 0 { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test func readOnlyTokenDoesNotUseUpTheCallsOfItsAccount() async throws {
        let file = try AccountsFile(folder: folder.path("data"))
        let writer = try file.addAccount("ada")
        let readers = try (0..<2).map { _ in
            try file.addToken(account: "ada", name: "", scope: .read)
        }
        var limits = ServiceLimits()
        (limits.callsAtOnce, limits.callsPerSecond) = (3, 0.001)
        let server = try await server(limits, file)
        let exchange = try HTTPExchange(port: server.port)
        for token in readers + [writer] {
            for count in 1...4 {
                let answer = try await exchange.answer("GET", "/v1/quota", token: token)
                #expect(answer?.status == (count > 3 ? 429 : 200))
            }
        }
    }
}

/// Room for bytes, and the queue of calls that wait for it.
@Suite struct MemoryBudgetTests {
    private func budget(waiting: Int = 10, patience: Duration = .seconds(3600)) -> MemoryBudget {
        MemoryBudget(
            .init(total: 1_600_000, perPayer: 1_000_000, waiting: waiting, patience: patience))
    }

    /// Starts waiting for room.
    private func waiter(_ budget: MemoryBudget, _ bytes: Int, _ payer: String) async throws -> Task<
        MemoryBudget.Share, any Error
    > {
        let before = budget.waiting
        let task = Task { try await budget.take(bytes, for: payer) }
        while budget.waiting == before { await Task.yield() }
        return task
    }

    @Test func callWaitsUntilMemoryIsFree() async throws {
        let budget = budget()
        var held: MemoryBudget.Share? = try await budget.take(900_000, for: "a")
        let next = try await waiter(budget, 500_000, "a")
        let after = try await waiter(budget, 100_000, "a")
        #expect(budget.waiting == 2, "a later call must not overtake a waiting one")
        let other = try await budget.take(400_000, for: "b")
        let small = try await budget.take(1000, for: "a")
        #expect(budget.held == 1_301_000)
        held = nil
        let shares = [try await next.value, try await after.value]
        #expect(budget.held == 1_001_000)
        withExtendedLifetime((held, other, small, shares)) {}
    }

    @Test func returnedMemoryIsAvailableAgain() async throws {
        let budget = budget()
        do {
            let share = try await budget.take(800_000, for: "a")
            share.resize(to: 10)
            #expect(budget.held == 10)
            #expect(share.grow(to: 900_000) && !share.grow(to: 1_100_000))
            #expect(budget.held == 900_000)
        }
        #expect(budget.held == 0)
        let all = try await budget.take(.max, for: "a")
        #expect(budget.held == 1_000_000, "one call may hold all the memory of its payer")
        withExtendedLifetime(all) {}
    }

    @Test func callThatGetsNoMemoryIsToldWhy() async throws {
        let budget = budget(waiting: 0)
        let held = try await budget.take(1_000_000, for: "a")
        await #expect(throws: MemoryBudget.Shortage.ofPayer) {
            try await budget.take(1, for: "a")
        }
        await #expect(throws: MemoryBudget.Shortage.inAll) {
            try await budget.take(500_000, for: "b")
        }
        let small = try await budget.take(50_000, for: "b")
        withExtendedLifetime((held, small)) {}
        let patient = self.budget(patience: .milliseconds(1))
        let all = try await patient.take(1_000_000, for: "a")
        await #expect(throws: MemoryBudget.Shortage.ofPayer) {
            try await patient.take(100_000, for: "a")
        }
        #expect(patient.waiting == 0)
        withExtendedLifetime(all) {}
    }

    @Test func cancelledCallStopsWaiting() async throws {
        let budget = budget()
        let held = try await budget.take(1_000_000, for: "a")
        let task = try await waiter(budget, 100_000, "a")
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
        #expect(budget.waiting == 0 && budget.held == 1_000_000)
        withExtendedLifetime(held) {}
    }
}
