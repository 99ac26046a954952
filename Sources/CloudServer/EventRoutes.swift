import CloudMessages
import HTTPTypes
import Hummingbird
import Replication

/// A stream of server-sent events, one whenever something may have changed.
///
/// https://html.spec.whatwg.org/multipage/server-sent-events.html
struct EventRoutes {
    var limits: ServiceLimits

    func add(to routes: RouterGroup<CallContext>) {
        routes.get("", use: events)
    }

    @Sendable private func events(
        _ request: Request, _ context: CallContext
    ) async throws -> Response {
        let cloud = try context.cloud(.read)
        let seen = request.headers[.lastEventID].flatMap(EventPosition.init)
        let stream = EventStream(cloud: cloud, heartbeat: limits.heartbeat, seen: seen)
        let body = ResponseBody { writer in
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                try await stream.tell { try await writer.write(ByteBuffer(string: $0)) }
            }
            try await writer.finish(nil)
        }
        var headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        // A proxy that gathers an answer before it passes it on would keep events back.
        headers[.accelBuffering] = "no"
        return Response(status: .ok, headers: headers, body: body)
    }
}

extension HTTPField.Name {
    // Both are valid names (RFC 9110, 5.1).
    static let lastEventID = HTTPField.Name("Last-Event-ID")!
    static let accelBuffering = HTTPField.Name("X-Accel-Buffering")!
}
