import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import Replication
import Synchronization

// A watch is only ever a hint. It begins at the present state, and not at a revision that may be
// compacted or, after a restore, still to come; the listener lists earlier changes when it begins.
// Polling now and then finds the changes that a watch misses, or a member that has stalled.

/// Watches some keys: the state of a cloud, which every commit writes anew, or those of many.
final class Watch: Sendable {
    private let members: Members
    private let range: RangeRequest
    private let tell: @Sendable ([Data]) -> Void
    private let onSilence: @Sendable () -> Void
    /// The revision of etcd up to which everything was told of; nil before the watch has begun.
    private let told = Mutex<Int64?>(nil)

    /// - Parameters:
    ///   - onSilence: is called when the cluster stops answering.
    ///   - tell: is told which keys changed; none when it may be any.
    init(
        _ members: Members, _ range: RangeRequest, onSilence: @escaping @Sendable () -> Void = {},
        tell: @escaping @Sendable ([Data]) -> Void
    ) {
        self.members = members
        self.range = range
        self.onSilence = onSilence
        self.tell = tell
    }

    /// Watches until the task is cancelled.
    func run() async {
        var attempt = 0
        while !Task.isCancelled {
            if await follow() {
                attempt = 0
                // The next call now finds out whether the cluster is gone.
                tell([])
            }
            attempt += 1
            try? await Task.sleep(for: .pause(beforeAttempt: attempt))
        }
    }

    /// Watches until the connection ends or something was missed. Returns whether it had begun.
    private func follow() async -> Bool {
        told.withLock { $0 = nil }
        let member = members.current
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.listen(at: member) }
            group.addTask { await self.lookForMissed() }
            await group.next()
            group.cancelAll()
        }
        members.leave(member)
        return told.withLock { $0 != nil }
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
                    // An error comes without a result.
                    guard let result = message.result else { return }
                    if result.canceled ?? false {
                        // Most likely the token is no longer valid.
                        return members.logOut()
                    }
                    hear(result)
                }
            }
        } catch {
            // Every failure leads to another attempt; calls report the reason.
        }
    }

    private func hear(_ result: WatchLine.Result) {
        let events = result.events ?? []
        let isRelevant = result.created ?? false || !events.isEmpty
        guard isRelevant, let revision = result.header?.revision?.value else { return }
        told.withLock { $0 = max($0 ?? 0, revision) }
        tell(result.created ?? false ? [] : events.compactMap(\.kv?.key))
    }

    /// Looks now and then, until something is there that the watch did not tell of in time, or the
    /// cluster is one that has not come as far.
    private func lookForMissed() async {
        var isSilent = false
        while !Task.isCancelled {
            try? await Task.sleep(for: members.patience.looking)
            guard let (latest, revision) = try? await look() else {
                if !isSilent && !Task.isCancelled { onSilence() }
                isSilent = true
                continue
            }
            isSilent = false
            try? await Task.sleep(for: members.patience.lag)
            guard let told = told.withLock({ $0 }), latest <= told, revision >= told else {
                return
            }
        }
    }

    /// When one of the keys was changed last, and how far the cluster is, by etcd's revisions.
    private func look() async throws(Failure) -> (latest: Int64, revision: Int64) {
        let answer: Members.Answer<TransactionReply> = try await members.read(
            "kv/txn", Transaction(success: [.range(range.latest)]),
            within: members.patience.glancing)
        let found = answer.reply.responses?.first?.responseRange?.kvs?.first
        return (found?.modRevision?.value ?? 0, answer.reply.header.revision?.value ?? 0)
    }
}

/// Cuts a stream into lines.
private struct Lines {
    private var rest: [UInt8] = []

    /// The lines that end in a piece. Throws for one that is too long to be a hint.
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
