import NIOCore
import NIOHTTPTypes

/// Ends a connection whose client is too slow with a request, or does not read an answer.
///
/// Otherwise a client could hold a connection forever by sending a byte from time to time.
final class ConnectionPatience: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    private let request: TimeAmount
    private let answer: TimeAmount
    private var requestEnd: Scheduled<Void>?
    private var answerEnd: Scheduled<Void>?

    /// - Parameters:
    ///   - request: the time for a request from its head to its end.
    ///   - answer: the time that a written answer may wait to be read.
    init(request: TimeAmount, answer: TimeAmount) {
        self.request = request
        self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            requestEnd?.cancel()
            requestEnd = end(context, in: request)
        case .body: break
        case .end:
            requestEnd?.cancel()
            requestEnd = nil
        }
        context.fireChannelRead(data)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        answerEnd?.cancel()
        answerEnd = context.channel.isWritable ? nil : end(context, in: answer)
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        requestEnd?.cancel()
        answerEnd?.cancel()
    }

    private func end(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }
}
