import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// Finds the token of a request, and limits the requests of each client, to protect the others.
final class Authentication: RouterMiddleware {
    typealias Context = CallContext

    private let directory: any AccountDirectory
    private let allowances: Mutex<Allowances>
    private let logger: Logger
    private let start = ContinuousClock.now

    private struct Allowances {
        /// The allowance of addresses without a token of this server.
        var failures: Allowance
        /// The allowance of accounts, and of each read-only token.
        var calls: Allowance
        /// The same for calls about chunks: a large document has many chunks, and must not delay
        /// the account's records.
        var chunks: Allowance
    }

    init(_ directory: any AccountDirectory, _ limits: ServiceLimits, _ logger: Logger) {
        self.directory = directory
        self.logger = logger
        allowances = Mutex(
            Allowances(
                failures: Allowance(burst: limits.failuresAtOnce, rate: limits.failuresPerSecond),
                calls: Allowance(burst: limits.callsAtOnce, rate: limits.callsPerSecond),
                chunks: Allowance(
                    burst: limits.chunkCallsAtOnce, rate: limits.chunkCallsPerSecond)))
    }

    func handle(
        _ request: Request, context: CallContext,
        next: (Request, CallContext) async throws -> Response
    ) async throws -> Response {
        let now = start.duration(to: .now) / .seconds(1)
        let address = context.address
        // Look the token up before limiting: one address may have many clients, and a device with a
        // revoked token, or an attacker who guesses, must not lock the others out.
        guard let token = request.headers[.authorization].flatMap(Self.bearer),
            let access = try await access(token)
        else {
            let wait = allowances.withLock { $0.failures.take(address, now: now) }
            throw wait.map { CallError.tooMany(afterSeconds: $0) } ?? CallError.unauthorized
        }
        context.record.note { facts in
            facts.account = access.account
            facts.token = access.token
        }
        let isOfChunks = ChunkRoutes.contains(path: request.uri.path)
        let wait = allowances.withLock { allowances in
            isOfChunks
                ? allowances.chunks.take(access.payer, now: now)
                : allowances.calls.take(access.payer, now: now)
        }
        if let wait {
            throw CallError.tooMany(afterSeconds: wait)
        }
        var context = context
        context.access = access
        return try await next(request, context)
    }

    private func access(_ token: String) async throws -> Access? {
        do { return try await directory.access(token: token) } catch {
            logger.error("The accounts cannot be read: \(error)")
            throw CallError.unreachable(
                "The server cannot read its accounts now: try again later.")
        }
    }

    /// Returns the token in a header, whose scheme may be in any case (RFC 9110, section 11.1).
    private static func bearer(_ header: String) -> String? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}
