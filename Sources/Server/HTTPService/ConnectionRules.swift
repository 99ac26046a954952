import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Ends a connection after its last answer if the meaning of the next bytes is uncertain: after a
/// request whose end is ambiguous, and after a body that was refused before it was sent.
package final class ConnectionRules: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// A request that has not been answered yet.
    private struct Waiting {
        /// Whether the client sends the body only when asked for it.
        var waitsForContinue: Bool
        var isWhole = false
    }

    /// The time for the client to close the connection after the last answer.
    private static let goodbye = TimeAmount.seconds(5)

    package init() {}

    private var waiting: [Waiting] = []
    /// Whether incoming bytes are dropped.
    private var isDeaf = false
    private var isLast = false
    private var end: Scheduled<Void>?

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isDeaf { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            waiting.append(
                Waiting(
                    waitsForContinue: head.headerFields[.expect]?.lowercased() == "100-continue"))
            if RequestFault(head)?.isOfFraming == true {
                isDeaf = true
                waiting[waiting.count - 1].isWhole = true
                context.fireChannelRead(data)
                context.fireChannelRead(wrapInboundOut(.end(nil)))
                return
            }
        case .body: break
        case .end: if !waiting.isEmpty { waiting[waiting.count - 1].isWhole = true }
        }
        context.fireChannelRead(data)
    }

    package func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if head.status.kind == .informational {
                if !waiting.isEmpty { waiting[0].waitsForContinue = false }
                return context.write(data, promise: promise)
            }
            if let first = waiting.first, first.waitsForContinue, !first.isWhole {
                head.headerFields[.connection] = "close"
            }
            isLast = head.headerFields[.connection]?.lowercased() == "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            if !waiting.isEmpty { waiting.removeFirst() }
            guard isLast else { return context.write(data, promise: promise) }
            isDeaf = true
            context.writeAndFlush(data, promise: promise)
            context.close(mode: .output, promise: nil)
            let channel = context.channel
            end = context.eventLoop.scheduleTask(in: Self.goodbye) { channel.close(promise: nil) }
        }
    }

    package func handlerRemoved(context: ChannelHandlerContext) { end?.cancel() }
}
