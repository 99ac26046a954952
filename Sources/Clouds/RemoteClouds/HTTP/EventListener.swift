import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Listens to the events of a server, and connects again as long as there are listeners.
struct EventListener: Sendable {
    var server: Server
    var client: HTTPClient
    var refusals: Refusals
    var suspicion: Suspicion
    var patience: HTTPCloud.Patience

    func hints() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            var attempts = StreamAttempts()
            while !Task.isCancelled {
                if refusals.isOfStreams {
                    try? await Task.sleep(for: Self.glance)
                    continue
                }
                let start = ContinuousClock.now
                let heard = await listen(continuation)
                // On a device that has nothing to send, only a listing now shows whether the server
                // is gone.
                if heard { continuation.yield() }
                attempts.end(after: .now - start, heard: heard)
                try? await Task.sleep(for: .pause(beforeAttempt: attempts.count))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private static let largestRefusal = 64 << 10
    /// The time between checks whether a refusal still holds: a call may have found that it does
    /// not.
    private static let glance = Duration.seconds(1)

    /// Listens until the connection ends. Returns whether anything was heard.
    private func listen(_ continuation: AsyncStream<Void>.Continuation) async -> Bool {
        var request = server.request(.GET, "events")
        request.headers.add(name: "Accept", value: "text/event-stream")
        do {
            let response = try await client.execute(request, deadline: .distantFuture)
            guard response.status == .ok else {
                let bytes = try await response.body.collect(upTo: Self.largestRefusal)
                _ = refusals.note(
                    server.refusal(response.status, bytes, ofWrite: false), of: .stream,
                    response.status, response.headers)
                return false
            }
            let pulse = StreamPulse(limit: patience.silence(ofStream: response.headers))
            return await follow(response.body, pulse, continuation)
        } catch {
            // Every failure leads to another attempt; calls report the reason.
            return false
        }
    }

    /// Follows a stream until it ends or is silent for too long. Returns whether anything was
    /// heard.
    private func follow(
        _ body: HTTPClientResponse.Body, _ pulse: StreamPulse,
        _ continuation: AsyncStream<Void>.Continuation
    ) async -> Bool {
        await withTaskGroup(of: Ending.self) { group in
            group.addTask { .closed(heard: await readEvents(body, pulse, continuation)) }
            group.addTask { await pulse.fallsSilent() ? .silent : .cancelled }
            var heard = false
            for await ending in group {
                group.cancelAll()
                switch ending {
                case .closed(let isHeard): heard = isHeard
                case .silent: suspicion.raise()
                case .cancelled: break
                }
            }
            return heard
        }
    }

    private enum Ending {
        case closed(heard: Bool)
        case silent
        case cancelled
    }

    private func readEvents(
        _ body: HTTPClientResponse.Body, _ pulse: StreamPulse,
        _ continuation: AsyncStream<Void>.Continuation
    ) async -> Bool {
        var (line, heard) = (LineEnd(), false)
        do {
            for try await chunk in body {
                pulse.beat()
                // The server is alive, whatever happened to an earlier stream.
                suspicion.take()
                heard = true
                if line.endsEvent(in: chunk) { continuation.yield() }
            }
        } catch {
            // However the stream ends, the next one begins after a pause.
        }
        return heard
    }
}

/// The number of streams in a row that ended soon after they began.
struct StreamAttempts {
    private(set) var count = 0

    /// The shortest time that a stream must last. A server that ends each stream earlier is asked
    /// less and less often, whatever it sent.
    static let lasting = Duration.seconds(15)

    mutating func end(after time: Duration, heard: Bool) {
        count = heard && time >= Self.lasting ? 1 : count + 1
    }
}

/// Finds lines that begin with `data:` in the pieces of a stream of events.
struct LineEnd {
    private var line: [UInt8] = []

    mutating func endsEvent(in chunk: ByteBuffer) -> Bool {
        var found = false
        for byte in chunk.readableBytesView {
            if byte == UInt8(ascii: "\n") {
                found = found || line.starts(with: "data:".utf8)
                line.removeAll(keepingCapacity: true)
            } else if line.count < 5 {
                line.append(byte)
            }
        }
        return found
    }
}
