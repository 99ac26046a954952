import CloudServer
import LocalCloud
import NIOHTTP1
import Replication
import ScratchFolder
import ServerAccounts
import Synchronization
import TestSupport
import Testing

@testable import RemoteClouds

/// Neither a halted server nor a cut network closes connections.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct SilenceTests {
    private let folder = ScratchFolder()

    private final class FirstFailure: Sendable {
        private let first = Mutex<CloudError?>(nil)
        var error: CloudError? { first.withLock(\.self) }
        func note(_ error: CloudError?) { first.withLock { $0 = $0 ?? error } }
    }

    /// A device waits for events, and sends nothing.
    @Test func eventStreamDetectsASilentNetwork() async throws {
        let accounts = try AccountsFile(folder: folder.path("data"))
        let token = try accounts.addAccount("tests")
        var limits = ServiceLimits()
        limits.heartbeat = .milliseconds(20)
        let server = try await RunningServer(ServerDirectory(accounts), limits: limits)
        let cable = try Cable(to: server.port)
        // Only the stream can notice: no other time limit ends within the test.
        var patience = HTTPCloud.Patience.ofTests
        patience.silence = .seconds(3600)
        patience.answering = .seconds(3600)
        patience.stream = .seconds(2)
        patience.afterSilence = .seconds(2)
        let cloud = try HTTPCloud(
            url: "http://127.0.0.1:\(cable.port)", token: token, patience: patience)
        var hints = cloud.hints().makeAsyncIterator()
        _ = await hints.next()
        _ = try await cloud.quota()

        cable.cut()
        let failure = FirstFailure()
        // On a busy machine, the stream may have been silent before the cut, too: then a hint says
        // nothing about the cut, and the call after it waits.
        while failure.error == nil {
            _ = await hints.next()
            Task {
                do { _ = try await cloud.quota() } catch { failure.note(error as? CloudError) }
            }
            for _ in 0..<500 where failure.error == nil {
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        let error = failure.error
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("it did not answer in time") == true)

        cable.mend()
        #expect(try await cloud.quota().head == 0)
        let sender = Sender(actor: ActorID(rawValue: 1), confirmed: nil, pending: [], next: nil)
        let change = ProposedChange(key: "a", expectedRevision: 0, record: [1], isTombstone: false)
        _ = try await cloud.compareAndSet([change], from: sender)
        _ = await hints.next()
    }

    @Test func serverAnnouncesItsHeartbeatInterval() async throws {
        let accounts = try AccountsFile(folder: folder.path("data"))
        let token = try accounts.addAccount("tests")
        let server = try await RunningServer(ServerDirectory(accounts))
        let stream = try RawConnection(port: server.port)
        try stream.send(
            "GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n")
        let head = try await stream.receive { $0.contains("\r\n\r\n") }
        #expect(head.lowercased().contains("cloudy-heartbeat: 6.0\r\n"), "\(head)")
    }

    /// Earlier servers send a sign of life every 15 seconds without announcing it; others may
    /// announce any interval.
    @Test(arguments: [
        (nil, 45), ("6.0", 15), ("6", 15), ("15", 30), ("60", 120), ("soon", 45), ("-1", 45),
        ("1e300", 45), ("nan", 45),
    ])
    func heartbeatIntervalSetsHowLongADeviceWaits(_ text: String?, _ seconds: Int) {
        var headers = HTTPHeaders()
        if let text { headers.add(name: "Cloudy-Heartbeat", value: text) }
        let patience = HTTPCloud.Patience()
        #expect(patience.silence(ofStream: headers) == .seconds(seconds))
    }
}
