import HTTPService
import Replication
import ServiceLifecycle
import Synchronization

/// At which state of a cloud an event was sent: its id in the stream.
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

/// The text of a stream of events: the state of the cloud at its beginning, unless the client has
/// seen it, after each change, and a comment as a sign of life when there was none for a while.
///
/// A client that reads slowly gets fewer events, each of the state at its time.
struct EventStream: Sendable {
    var cloud: any Cloud
    var heartbeat: Duration
    var seen: EventPosition?
    /// Whether the listener may still listen.
    var isAllowed: @Sendable () async -> Bool = { true }
    /// How often that is asked, besides at each event.
    var recheck = Duration.seconds(15)
    /// Is told why the cloud could not be asked, once for as long as that lasts.
    var report: @Sendable (CloudError) -> Void = { _ in }

    /// Passes each piece of the text to `write`, until the cloud sends no more hints, the listener
    /// loses its permission, the task is cancelled, or the server stops.
    func tell(_ write: (String) async throws -> Void) async throws {
        var (seen, isFailing) = (seen, false)
        let isRung = Flag()
        for try await _ in moments(isRung).cancelOnGracefulShutdown() {
            guard isRung.value.exchange(false, ordering: .acquiring) else {
                try await write(": nothing new\n\n")
                continue
            }
            // A removed account's doorbell rings for the last time.
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
                // Tries again at the next moment. This line keeps the stream alive until then; the
                // client's own calls report the error.
                isRung.value.store(true, ordering: .releasing)
                if !isFailing { report(error) }
                isFailing = true
                try await write(": cannot look now\n\n")
            }
        }
    }

    /// When to tell something: now, since changes before anybody listened gave no hint, and at each
    /// hint, with the flag raised; and now and then, for a sign of life. Ends when the listener
    /// loses its permission, which is checked now and then too.
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

/// Whether there was a hint since the cloud was looked at.
private final class Flag: Sendable {
    let value = Atomic(false)
}

extension EventPosition {
    fileprivate var event: String {
        "event: change\nid: \(self)\ndata: {\"epoch\":\"\(epoch)\",\"head\":\(head)}\n\n"
    }
}
