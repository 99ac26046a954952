import AsyncHTTPClient
import CloudConnection
import NIOCore
import NIOHTTP1

/// Listens to the events of a server, connecting again for as long as somebody wants to know.
struct EventListener: Sendable {
    var server: Server
    var client: HTTPClient
    var refusals: Refusals

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
                // A listing now shows whether the server is gone.
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
    /// How often to see whether a refusal still stands: a call may have found that it does not.
    private static let glance = Duration.seconds(1)

    /// Listens until the connection ends. Returns whether anything was heard.
    private func listen(_ continuation: AsyncStream<Void>.Continuation) async -> Bool {
        var request = server.request(.GET, "events")
        request.headers.add(name: "Accept", value: "text/event-stream")
        var heard = false
        do {
            let response = try await client.execute(request, deadline: .distantFuture)
            guard response.status == .ok else {
                let bytes = try await response.body.collect(upTo: Self.largestRefusal)
                _ = refusals.note(
                    server.refusal(response.status, bytes, ofWrite: false), of: .stream,
                    response.status, response.headers)
                return false
            }
            var line = LineEnd()
            for try await chunk in response.body {
                heard = true
                if line.endsEvent(in: chunk) { continuation.yield() }
            }
        } catch {
            // Whatever the reason, it is tried again, and those who call hear of it.
        }
        return heard
    }
}

/// How many streams in a row have ended soon after they began.
struct StreamAttempts {
    private(set) var count = 0

    /// A server says every 15 seconds that a stream lives. One that ends each before that is asked
    /// ever more rarely, whatever it said.
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
