import BookmarkLibrary
import HTTPService
import HTTPTypes
package import Hummingbird
import NIOCore

/// Reads the bodies of requests, within limits on the bytes in memory at once.
package struct RequestBodies: Sendable {
    private let budget: MemoryBudget
    package let limits: BookmarkServiceLimits

    package init(_ limits: BookmarkServiceLimits) {
        self.limits = limits
        budget = MemoryBudget(
            .init(
                total: limits.bodyBytes, perPayer: limits.bodyBytesPerToken, waiting: 32,
                patience: .seconds(limits.roomSeconds)))
    }

    /// The whole body of a request, and the memory that it holds.
    package struct Body: Sendable {
        package var bytes: [UInt8]
        fileprivate let room: MemoryBudget.Share
    }

    /// The reason why a body was not read.
    package enum Failure: Error {
        /// The body is longer than the limit, in bytes.
        case tooLong(limit: Int)
        /// Other bodies use all the memory.
        case noRoom
        /// The body ended too early, or its client is gone.
        case broken
    }

    /// Reads a whole body.
    package func read(
        _ request: Request, _ context: ServedContext, atMost limit: Int
    ) async throws -> Body {
        var declared: Int?
        if let text = request.headers[.contentLength] {
            guard let length = Int(text), length <= limit else {
                throw Failure.tooLong(limit: limit)
            }
            declared = length
        }
        let payer = context.token.map { "\($0.id)" } ?? context.address
        let room: MemoryBudget.Share
        do { room = try await budget.take(declared ?? MemoryBudget.small, for: payer) } catch {
            throw Failure.noRoom
        }
        var held = declared ?? MemoryBudget.small
        var bytes: [UInt8] = []
        bytes.reserveCapacity(declared ?? 0)
        do {
            for try await piece in request.body {
                guard bytes.count + piece.readableBytes <= limit else {
                    throw Failure.tooLong(limit: limit)
                }
                if bytes.count + piece.readableBytes > held {
                    held = min(2 * (bytes.count + piece.readableBytes), limit)
                    guard room.grow(to: held) else { throw Failure.noRoom }
                }
                bytes += piece.readableBytesView
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure.broken
        }
        guard declared == nil || declared == bytes.count else { throw Failure.broken }
        return Body(bytes: bytes, room: room)
    }
}
