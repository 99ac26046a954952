import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import Replication
import Synchronization

// A watch is only a hint. It begins at the current state, not at a revision that may be compacted
// or, after a restore, still in the future; the listener lists earlier changes when it begins.
// Regular checks find changes that a watch misses, and a member that has stalled.

/// Watches some keys: the state of a cloud, which every commit writes, or the states of many.
final class Watch: Sendable {
    private let members: Members
    private let range: RangeRequest
    private let report: @Sendable ([Data]) -> Void
    private let onSilence: @Sendable () -> Void
    /// The revision of etcd up to which everything was reported; `nil` before the watch has begun.
    private let reportedRevision = Mutex<Int64?>(nil)

    /// - Parameters:
    ///   - onSilence: called when the cluster stops answering.
    ///   - report: receives the changed keys; none means that any key may have changed.
    init(
        _ members: Members, _ range: RangeRequest, onSilence: @escaping @Sendable () -> Void = {},
        report: @escaping @Sendable ([Data]) -> Void
    ) {
        self.members = members
        self.range = range
        self.onSilence = onSilence
        self.report = report
    }

    /// Watches until the task is cancelled.
    func run() async {
        var attempt = 0
        while !Task.isCancelled {
            if await follow() {
                attempt = 0
                // The next call then finds out whether the cluster is gone.
                report([])
            }
            attempt += 1
            try? await Task.sleep(for: .pause(beforeAttempt: attempt))
        }
    }

    /// Watches until the connection ends or something was missed. Returns whether the watch had
    /// begun.
    private func follow() async -> Bool {
        reportedRevision.withLock { $0 = nil }
        let member = members.current
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.listen(at: member) }
            group.addTask { await self.lookForMissed() }
            await group.next()
            group.cancelAll()
        }
        members.leave(member)
        return reportedRevision.withLock { $0 != nil }
    }

    /// Receives the events of the watch until it ends.
    private func listen(at member: Int) async {
        let request = WatchRequest(
            createRequest: .init(key: range.key, rangeEnd: range.rangeEnd))
        guard let body = await members.open("watch", request, at: member) else { return }
        var lines = Lines()
        do {
            for try await chunk in body {
                for line in try lines.take(chunk) {
                    let message: WatchLine = try Gateway.decode(line)
                    // An error has no result.
                    guard let result = message.result else { return }
                    if result.canceled ?? false {
                        // The token is probably no longer valid.
                        return members.logOut()
                    }
                    handle(result)
                }
            }
        } catch {
            // Every failure leads to another attempt; calls report the reason.
        }
    }

    private func handle(_ result: WatchLine.Result) {
        let events = result.events ?? []
        let isRelevant = result.created ?? false || !events.isEmpty
        guard isRelevant, let revision = result.header?.revision?.value else { return }
        reportedRevision.withLock { $0 = max($0 ?? 0, revision) }
        report(result.created ?? false ? [] : events.compactMap(\.kv?.key))
    }

    /// Checks regularly, until there is a change that the watch did not report in time, or the
    /// cluster's revision is lower than before.
    private func lookForMissed() async {
        var isSilent = false
        while !Task.isCancelled {
            try? await Task.sleep(for: members.patience.checkInterval)
            guard let (latest, revision) = try? await latestChange() else {
                if !isSilent && !Task.isCancelled { onSilence() }
                isSilent = true
                continue
            }
            isSilent = false
            try? await Task.sleep(for: members.patience.lag)
            guard let reported = reportedRevision.withLock({ $0 }), latest <= reported,
                revision >= reported
            else {
                return
            }
        }
    }

    /// Returns the revision of etcd at which one of the keys last changed, and the current
    /// revision.
    private func latestChange() async throws(Failure) -> (latest: Int64, revision: Int64) {
        let answer: Members.Answer<TransactionReply> = try await members.read(
            "kv/txn", Transaction(success: [.range(range.latest)]),
            within: members.patience.checkTimeout)
        let found = answer.reply.responses?.first?.responseRange?.kvs?.first
        return (found?.modRevision?.value ?? 0, answer.reply.header.revision?.value ?? 0)
    }
}

/// Splits a stream into lines.
private struct Lines {
    private var rest: [UInt8] = []

    /// Returns the lines that end in a piece. Throws if a line is too long to be a hint.
    mutating func take(_ chunk: ByteBuffer) throws -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in chunk.readableBytesView {
            if byte == UInt8(ascii: "\n") {
                if !rest.isEmpty { lines.append(rest) }
                rest = []
            } else {
                rest.append(byte)
            }
        }
        guard rest.count < 1 << 20 else { throw NIOTooManyBytesError(maxBytes: 1 << 20) }
        return lines
    }
}
