import CoreMetrics
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging

/// Counts, measures and logs every call.
struct Observation: RouterMiddleware {
    typealias Context = CallContext

    let instruments: ServiceInstruments

    func handle(
        _ request: Request, context: CallContext,
        next: (Request, CallContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        // An unknown path may be any text.
        let route = response.status == .notFound ? "?" : context.endpointPath ?? "?"
        let method = Self.methods.contains(request.method) ? request.method.rawValue : "other"
        let duration = start.duration(to: .now)
        measure(request, response, method, route, duration)
        tell(context, response, "\(method) \(route)", duration)
        return response
    }

    private static let methods: Set<HTTPRequest.Method> = [.get, .put, .post, .delete, .head]

    private func measure(
        _ request: Request, _ response: Response, _ method: String, _ route: String,
        _ duration: Duration
    ) {
        instruments.count(
            "cloudyd_requests_total",
            [("method", method), ("route", route), ("status", "\(response.status.code)")])
        instruments.factory.makeTimer(
            label: "cloudyd_request_seconds", dimensions: [("route", route)]
        ).recordNanoseconds(Int64(duration / .nanoseconds(1)))
        let received = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        instruments.count("cloudyd_received_bytes_total", by: max(0, received))
        instruments.count("cloudyd_sent_bytes_total", by: response.body.contentLength ?? 0)
    }

    private func tell(
        _ context: CallContext, _ response: Response, _ call: String, _ duration: Duration
    ) {
        let facts = context.record.facts
        if let changes = facts.changes {
            let name = "cloudyd_changes_total"
            instruments.count(name, [("outcome", "committed")], by: changes.committed)
            instruments.count(name, [("outcome", "conflict")], by: changes.conflicts)
            instruments.count(name, [("outcome", "refused")], by: changes.refused)
        }
        instruments.logger.log(
            level: response.status.code >= 500 ? .warning : .debug, "\(call)",
            metadata: [
                "account": "\(facts.account ?? "-")", "code": "\(facts.code ?? "-")",
                "milliseconds": "\(Int64(duration / .milliseconds(1)))",
                "status": "\(response.status.code)",
            ])
        if call == "GET /health" { return }
        instruments.audit(
            AuditEntry(
                time: Date.now.formatted(
                    Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
                address: context.address, account: facts.account, token: facts.token?.number,
                tokenName: facts.token?.name, call: call,
                store: Self.named(context, "store"), actor: Self.named(context, "actor"),
                status: response.status.code, code: facts.code,
                committed: facts.changes?.committed, conflicts: facts.changes?.conflicts,
                refused: facts.changes?.refused))
    }

    /// Returns a part of the path, cut to 128 characters so that it cannot fill a log.
    private static func named(_ context: CallContext, _ name: String) -> String? {
        context.parameters.get(name).map { String($0.prefix(128)) }
    }
}
