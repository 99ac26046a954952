import AsyncHTTPClient
import CloudConnection
import FoundationEssentials
import NIOCore
import Replication
import Synchronization

// A watch is only ever a hint. It begins at what is there now, and not at a revision that may be
// compacted or, after a restore, still to come; whoever hears that it has begun lists what changed
// before. What a watch misses, or a member that stands still, is found by looking now and then.

extension EtcdCloud {
    public func hints() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watch = Watch(ledger: ledger, continuation: continuation)
        let task = Task {
            var attempt = 0
            while !Task.isCancelled {
                if await watch.follow() {
                    attempt = 0
                    // Whoever asks now learns whether the cluster is gone.
                    continuation.yield()
                }
                attempt += 1
                try? await Task.sleep(for: .pause(beforeAttempt: attempt))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}

/// Watches the state of a cloud, which every commit writes anew.
private final class Watch: Sendable {
    private let ledger: Ledger
    private let continuation: AsyncStream<Void>.Continuation
    /// The revision of etcd up to which everything was told of; nil before the watch has begun.
    private let told = Mutex<Int64?>(nil)

    init(ledger: Ledger, continuation: AsyncStream<Void>.Continuation) {
        self.ledger = ledger
        self.continuation = continuation
    }

    /// Watches until the connection ends or something was missed. Returns whether it had begun.
    func follow() async -> Bool {
        told.withLock { $0 = nil }
        let member = ledger.members.current
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.listen(at: member) }
            group.addTask { await self.lookForMissed() }
            await group.next()
            group.cancelAll()
        }
        ledger.members.leave(member)
        return told.withLock { $0 != nil }
    }

    /// Hears what the watch says, until it ends.
    private func listen(at member: Int) async {
        let request = WatchRequest(createRequest: .init(key: ledger.keys.state))
        guard let body = await ledger.members.open("watch", request, at: member) else { return }
        var lines = Lines()
        do {
            for try await chunk in body {
                for line in try lines.take(chunk) {
                    let message: WatchLine = try Gateway.decode(line)
                    // An error comes without a result.
                    guard let result = message.result else { return }
                    if result.canceled ?? false {
                        // Most likely the token is worth nothing any more.
                        return ledger.members.logOut()
                    }
                    hear(result)
                }
            }
        } catch {
            // Whatever the reason, it is tried again, and those who call hear of it.
        }
    }

    private func hear(_ result: WatchLine.Result) {
        let isNews = result.created ?? false || !(result.events ?? []).isEmpty
        guard isNews, let revision = result.header?.revision?.value else { return }
        told.withLock { $0 = max($0 ?? 0, revision) }
        continuation.yield()
    }

    /// Looks now and then, until something is there that the watch did not tell of in time, or the
    /// cluster is one that has not come as far.
    private func lookForMissed() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: ledger.members.patience.looking)
            guard let found = try? await ledger.find() else { continue }
            try? await Task.sleep(for: ledger.members.patience.lag)
            guard let told = told.withLock({ $0 }), found.stateRevision <= told,
                found.revision >= told
            else { return }
        }
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
