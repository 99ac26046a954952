import CloudMessages
import CoreMetrics
import HTTPTypes
import Hummingbird
import Logging
import Replication

/// A stream of server-sent events, one whenever something may have changed.
///
/// https://html.spec.whatwg.org/multipage/server-sent-events.html
struct EventRoutes {
    var limits: ServiceLimits
    var instruments: ServiceInstruments
    var streams: OpenStreams

    func add(to routes: RouterGroup<CallContext>) {
        routes.get("", use: events)
    }

    @Sendable private func events(
        _ request: Request, _ context: CallContext
    ) async throws -> Response {
        let cloud = try await context.cloud(.read)
        let seen = request.headers[.lastEventID].flatMap(EventPosition.init)
        let access = context.access
        guard let place = streams.place(for: access?.account ?? "") else {
            throw CallError.tooManyStreams(limits)
        }
        let stream = EventStream(
            cloud: cloud, heartbeat: limits.heartbeat, seen: seen,
            isAllowed: { await access?.isStillGranted ?? false },
            recheck: access?.recheck ?? .seconds(15),
            report: { [instruments] error in
                instruments.logger.warning(
                    "A stream of events cannot check for changes: \(error.message)")
            })
        let instruments = instruments
        let body = ResponseBody { writer in
            let open = instruments.factory.makeMeter(label: "cloudyd_open_streams", dimensions: [])
            open.increment(by: 1)
            defer { withExtendedLifetime(place) { open.decrement(by: 1) } }
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                try await stream.forEachPiece { text in
                    instruments.count("cloudyd_sent_bytes_total", by: text.utf8.count)
                    try await writer.write(ByteBuffer(string: text))
                }
            }
            try await writer.finish(nil)
        }
        var headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        // A proxy that buffers answers would delay the events.
        headers[.accelBuffering] = "no"
        headers[.heartbeat] = Heartbeat.text(limits.heartbeat)
        return Response(status: .ok, headers: headers, body: body)
    }
}

extension HTTPField.Name {
    // These are valid names (RFC 9110, section 5.1).
    static let lastEventID = HTTPField.Name("Last-Event-ID")!
    static let accelBuffering = HTTPField.Name("X-Accel-Buffering")!
    static let heartbeat = HTTPField.Name(Heartbeat.field)!
}
