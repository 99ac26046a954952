import EtcdProcess
import Replication
import Testing

@testable import RemoteClouds

extension Etcd {
    /// Three members with the same setup, except for their addresses, ready to answer.
    static func cluster(_ change: (Int, inout Setup) -> Void = { _, _ in }) throws -> [Etcd] {
        var setups = ["one", "two", "three"].enumerated().map { number, name in
            var setup = Setup()
            setup.name = name
            change(number, &setup)
            return setup
        }
        let peers = setups.map(\.peer)
        for index in setups.indices { setups[index].cluster = peers }
        let members = try setups.map { try Etcd($0) }
        try waitUntilReady(members)
        return members
    }

    var isLeader: Bool {
        // Endpoint, id, version, size, whether it leads, …
        let line = try? control("endpoint", "status", "--write-out=simple")
        return line?.split(separator: ",").dropFirst(4).first?.contains("true") == true
    }
}

extension Sender {
    static let ofTests = Sender(
        actor: ActorID(rawValue: 1), confirmed: nil, pending: [],
        next: SendMark(number: 1, nonce: 1))
}

extension ProposedChange {
    static func ofTests(_ key: String) -> ProposedChange {
        ProposedChange(key: key, expectedRevision: 0, record: [7], isTombstone: false)
    }
}

extension EtcdCloud {
    /// Commits until there is an answer, as a device does. If the key is there already, a call
    /// whose answer was lost committed it.
    func commitAtLast(_ key: String) async throws {
        for _ in 0..<60 {
            do throws(CloudError) {
                let outcome = try await compareAndSet([.ofTests(key)], from: .ofTests).value
                switch outcome.first {
                case .committed, .conflict(.some): return
                default: Issue.record("\(outcome)")
                }
            } catch {
                #expect([.unreachable, .unknownOutcome].contains(error.code), "\(error.message)")
                try await Task.sleep(for: .milliseconds(200))
            }
        }
        Issue.record("no member accepted \(key)")
    }

    /// The head, or `nil` if no member answers.
    var headIfItAnswers: Int64? { get async { try? await quota().head } }
}
