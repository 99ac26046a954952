import FoundationEssentials
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// The body of a call, which is read once there is memory for it.
struct IncomingBody {
    let request: Request
    let context: CallContext
    let budget: MemoryBudget
    /// The largest body, in bytes.
    let limit: Int

    /// Returns the body as a JSON message. Its memory is held until the call has been answered.
    func message<Message: Decodable>(_: Message.Type) async throws -> Message {
        var outline = JSONOutline(mostParts: Self.mostParts)
        var bytes = ByteBuffer()
        try await read { piece in
            do { try piece.withUnsafeReadableBytes { try outline.take($0) } } catch {
                throw (error as? JSONOutline.Excess).map(CallError.init) ?? error
            }
            bytes.writeImmutableBuffer(piece)
        }
        do {
            return try JSONDecoder().decode(Message.self, from: Data(bytes.readableBytesView))
        } catch {
            throw CallError.undecodable(error)
        }
    }

    /// The most values and members of a message, except a batch.
    private static let mostParts = 10_000

    /// Passes the body to `take`, piece by piece.
    func read(_ take: (ByteBuffer) throws -> Void) async throws {
        let declared = try declared()
        let share = try await context.room(declared ?? MemoryBudget.small, in: budget)
        context.record.hold(share)
        try await askForIt()
        var (count, held) = (0, declared ?? MemoryBudget.small)
        do {
            for try await piece in request.body {
                count += piece.readableBytes
                guard count <= limit else { throw CallError.tooLarge(limit) }
                if count > held {
                    held = min(count * 2, limit)
                    guard share.grow(to: held) else { throw CallError.noMemory }
                }
                try take(piece)
            }
        } catch let error as CallError {
            throw error
        } catch is CancellationError {
            throw CallError.unreachable("The server is stopping; nothing was changed.")
        } catch {
            // The client may be gone.
            throw CallError.malformed("The body does not end correctly: \(error)")
        }
        guard declared == nil || declared == count else {
            throw CallError.malformed("The body is shorter than its Content-Length.")
        }
    }

    /// Returns the number of bytes that the head declares; `nil` if it does not.
    private func declared() throws -> Int? {
        guard let text = request.headers[.contentLength] else { return nil }
        guard let length = Int(text), length <= limit else { throw CallError.tooLarge(limit) }
        return length
    }

    /// Asks for the body if the client waits for that (RFC 9110, section 10.1.1).
    private func askForIt() async throws {
        guard request.expectsContinue else { return }
        try await context.channel.writeAndFlush(
            HTTPResponsePart.head(HTTPResponse(status: .continue)))
    }
}

extension Request {
    /// Whether the client sends the body only when asked for it.
    var expectsContinue: Bool { headers[.expect]?.lowercased() == "100-continue" }
}

extension CallContext {
    /// Takes memory for the bytes of this call, which counts for its account.
    func room(_ bytes: Int, in budget: MemoryBudget) async throws -> MemoryBudget.Share {
        do { return try await budget.take(bytes, for: access?.payer ?? "") } catch {
            switch error as? MemoryBudget.Shortage {
            case .ofPayer: throw CallError.tooMuchAtOnce
            case .inAll: throw CallError.noMemory
            case nil: throw error
            }
        }
    }
}

extension CallError {
    static let tooMuchAtOnce = waiting(
        .tooManyRequests, "tooMany",
        "The running requests of this account use all memory that it may have on the server; "
            + "nothing was changed. Send less at once.")

    static let noMemory = waiting(
        .serviceUnavailable, "unreachable",
        "The running requests use all memory that the server has for requests; nothing was "
            + "changed. Try again later.")

    private static func waiting(
        _ status: HTTPResponse.Status, _ code: String, _ text: String
    ) -> CallError {
        var error = CallError(status, code, text)
        error.headers[.retryAfter] = "2"
        return error
    }

    init(_ excess: JSONOutline.Excess) {
        switch excess {
        case .depth: self = .malformed("The body nests deeper than any message.")
        case .parts:
            self.init(
                .contentTooLarge, "tooLarge", "The body has more members than any message may.")
        }
    }

    static func tooManyChanges(_ most: Int) -> CallError {
        CallError(
            .contentTooLarge, "tooLarge",
            "A batch has at most \(most) changes: send several batches.")
    }

    /// Returns the error for a body that is not the message of its call.
    static func undecodable(_ error: any Error, in place: String = "") -> CallError {
        malformed("The body is not a message of this request: \(reason(error, place))")
    }

    private static func reason(_ error: any Error, _ place: String) -> String {
        guard let error = error as? Swift.DecodingError else { return "it cannot be read." }
        let before = place.isEmpty ? "" : place + "."
        switch error {
        case .keyNotFound(let key, _): return "“\(before)\(key.stringValue)” is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return "“\(before)\(path)” has the wrong type."
        case .dataCorrupted(let context): return context.debugDescription
        @unknown default: return "it cannot be read."
        }
    }
}
