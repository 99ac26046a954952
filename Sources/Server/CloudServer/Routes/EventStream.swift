import HTTPService
import Replication
import ServiceLifecycle
import Synchronization

/// The state of the cloud at which an event was sent, which is its id in the stream.
struct EventPosition: Equatable, LosslessStringConvertible {
    var epoch: String
    var head: Int64

    init(epoch: String, head: Int64) {
        self.epoch = epoch
        self.head = head
    }

    init?(_ description: String) {
        let parts = description.split(separator: " ")
        guard parts.count == 2, let head = Int64(parts[0]) else { return nil }
        self.init(epoch: String(parts[1]), head: head)
    }

    var description: String { "\(head) \(epoch)" }
}

/// The text of a stream of events: the state of the cloud at the beginning, unless the client has
/// seen it, and after each change; and comments as a heartbeat after some silence.
///
/// A client that reads slowly gets fewer events, each with the state at its time.
struct EventStream: Sendable {
    var cloud: any Cloud
    var heartbeat: Duration
    var seen: EventPosition?
    /// Returns whether the client may still listen.
    var isAllowed: @Sendable () async -> Bool = { true }
    /// The time between these checks, which are also made at each event.
    var recheck = Duration.seconds(15)
    /// Receives the reason why the cloud could not be asked, once for each failure that lasts.
    var report: @Sendable (CloudError) -> Void = { _ in }

    /// Passes each piece of the text to `write`, until the cloud sends no more hints, the client
    /// may no longer listen, the task is cancelled, or the server stops.
    func forEachPiece(_ write: (String) async throws -> Void) async throws {
        var (seen, isFailing) = (seen, false)
        let isRung = Flag()
        for try await _ in moments(isRung).cancelOnGracefulShutdown() {
            guard isRung.value.exchange(false, ordering: .acquiring) else {
                try await write(": nothing new\n\n")
                continue
            }
            // The doorbell of a removed account rings for the last time.
            guard await isAllowed() else { return }
            let cloud = cloud
            do {
                let state = try await blocking { try await cloud.quota() }
                isFailing = false
                let position = EventPosition(epoch: state.epoch, head: state.head)
                try await write(position == seen ? ": nothing new\n\n" : position.event)
                seen = position
            } catch let error as CloudError {
                // The token was revoked after the check.
                if error.code == .notAllowed { return }
                // Try again at the next moment. Until then this line keeps the stream alive; the
                // client's own calls report the error.
                isRung.value.store(true, ordering: .releasing)
                if !isFailing { report(error) }
                isFailing = true
                try await write(": cannot look now\n\n")
            }
        }
    }

    /// Returns a stream with an element whenever to look at the cloud: now, since earlier changes
    /// gave no hint; at each hint, with the flag set; and regularly, for a heartbeat. It ends when
    /// the client may no longer listen, which is also checked regularly.
    private func moments(_ isRung: Flag) -> AsyncStream<Void> {
        let (moments, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let cloud = cloud
        let hints = Task {
            let hints = cloud.hints()
            let ring = {
                isRung.value.store(true, ordering: .releasing)
                continuation.yield()
            }
            ring()
            for await _ in hints { ring() }
            continuation.finish()
        }
        let beats = Task {
            while (try? await Task.sleep(for: heartbeat)) != nil { continuation.yield() }
        }
        let checks = Task {
            while (try? await Task.sleep(for: recheck)) != nil {
                guard await isAllowed() else { return continuation.finish() }
            }
        }
        continuation.onTermination = { _ in
            hints.cancel()
            beats.cancel()
            checks.cancel()
        }
        return moments
    }
}

/// Whether there was a hint since the cloud was last read.
private final class Flag: Sendable {
    let value = Atomic(false)
}

extension EventPosition {
    fileprivate var event: String {
        "event: change\nid: \(self)\ndata: {\"epoch\":\"\(epoch)\",\"head\":\(head)}\n\n"
    }
}
