import EtcdProcess
import RemoteClouds
import Replication
import TestSupport
import Testing

/// A gateway in front of an etcd, where one call of a device takes several requests.
@Suite(
    .ownThread, .timeLimit(.minutes(10)),
    .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct EtcdGatewayTests {
    private let sender = Sender(
        actor: ActorID(rawValue: 1), confirmed: nil, pending: [],
        next: SendMark(number: 1, nonce: 1))

    /// More changes than fit into one transaction.
    private let changes = (0..<150).map {
        ProposedChange(key: "\($0)", expectedRevision: 0, record: [7], isTombstone: false)
    }

    /// The gateway may answer any request itself, with anything: a call that reports that nothing
    /// was changed has changed nothing.
    @Test(arguments: [
        Gateway.Answer.page(502), .barrier(502), .page(404), .page(200), .otherJSON(502),
        .otherJSON(200), .half, .end,
    ]) func callReportedAsNotDoneChangesNothing(_ lie: Gateway.Answer) async throws {
        let etcd = try Etcd()
        try Etcd.waitUntilReady([etcd])
        let port = try #require(etcd.url.split(separator: ":").last.flatMap { Int($0) })
        var (codes, number) = ([CloudError.Code](), 0)
        var isAnswered = false
        while !isAnswered {
            let prefix = "tests/\(number)/"
            let direct = try EtcdCloud(EtcdCluster(members: [etcd.url], prefix: prefix))
            let before = try await direct.quota().head
            let gateway = try await Gateway(to: port) { [number] in $0 == number ? lie : .through }
            let cloud = try EtcdCloud(
                EtcdCluster(members: ["http://127.0.0.1:\(gateway.port)"], prefix: prefix))
            do {
                let reply = try await cloud.compareAndSet(changes, from: sender)
                #expect(reply.value.count == changes.count)
                isAnswered = true
            } catch {
                codes.append(error.code)
                let head = try await direct.quota().head
                let stands = head > before
                #expect(!stands || error.code == .unknownOutcome, "request \(number): \(error)")
            }
            number += 1
        }
        #expect(codes.contains(.unknownOutcome))
        #expect(codes.count >= 4, "the call must take several requests")
    }
}
