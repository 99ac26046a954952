import AsyncHTTPClient
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

/// A gateway between devices and a server, which may answer calls itself.
final class Gateway: Sendable {
    /// The answer that a device gets for a call.
    enum Answer: Sendable, CustomTestStringConvertible {
        /// The server's own answer.
        case through
        /// An HTML page with this status, after the call was passed on.
        case page(Int)
        /// An HTML page with this status; the call is not passed on.
        case barrier(Int)
        /// Another program's JSON, after the call was passed on.
        case otherJSON(Int)
        /// This text in place of the server's body, as if it came from the server.
        case text(String)
        /// An error as the server writes it, after the call was passed on.
        case word(Int, String)
        /// The first half of the server's body, as if it were complete.
        case half
        /// The end of the connection in the middle of the server's answer.
        case end

        var testDescription: String { "\(self)" }
    }

    private struct Lost: Error {}

    private final class Counter: Sendable {
        private let count = Mutex(-1)

        func next() -> Int {
            count.withLock {
                $0 += 1
                return $0
            }
        }
    }

    private let served: ServedApplication
    var port: Int { served.port }

    convenience init(to server: Int, _ answer: Answer) async throws {
        try await self.init(to: server) { _ in answer }
    }

    /// - Parameter answer: the answer to each call, by the number of the call from 0.
    init(to server: Int, by answer: @escaping @Sendable (Int) -> Answer) async throws {
        let router = Router()
        let count = Counter()
        let answer = { @Sendable in answer(count.next()) }
        router.get("**") { request, _ in try await Self.reply(to: request, "GET", server, answer())
        }
        router.post("**") { request, _ in
            try await Self.reply(to: request, "POST", server, answer())
        }
        router.put("**") { request, _ in try await Self.reply(to: request, "PUT", server, answer())
        }
        router.delete("**") { request, _ in
            try await Self.reply(to: request, "DELETE", server, answer())
        }
        served = try await ServedApplication { onRunning in
            Application(
                router: router,
                configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { onRunning($0.localAddress?.port ?? 0) })
        }
    }

    private static func reply(
        to request: Request, _ method: String, _ server: Int, _ answer: Answer
    ) async throws -> Response {
        let body = try await request.body.collect(upTo: 8 << 20)
        if case .barrier(let code) = answer { return page(code) }
        var call = HTTPClientRequest(url: "http://127.0.0.1:\(server)\(request.uri)")
        call.method = HTTPMethod(rawValue: method)
        if let token = request.headers[.authorization] {
            call.headers.add(name: "Authorization", value: token)
        }
        call.body = .bytes(body)
        let reply = try await HTTPClient.shared.execute(call, timeout: .seconds(60))
        let bytes = try await reply.body.collect(upTo: 8 << 20)
        let half = bytes.getSlice(at: bytes.readerIndex, length: bytes.readableBytes / 2)
        switch answer {
        case .through: return text(Int(reply.status.code), "application/json", bytes)
        case .page(let code), .barrier(let code): return page(code)
        case .otherJSON(let code):
            return text(
                code, "application/json",
                ByteBuffer(string: #"{"message":"upstream failed","code":\#(code)}"#))
        case .word(let code, let word):
            return text(
                code, "application/json",
                ByteBuffer(string: #"{"error":{"code":"\#(word)","message":"so it is"}}"#))
        case .text(let text):
            return self.text(200, "application/json", ByteBuffer(string: text))
        case .half: return text(200, "application/json", half ?? ByteBuffer())
        case .end:
            let body = ResponseBody(contentLength: bytes.readableBytes) { writer in
                try await writer.write(half ?? ByteBuffer())
                throw Lost()
            }
            return Response(status: .ok, body: body)
        }
    }

    private static func page(_ code: Int) -> Response {
        var response = text(
            code, "text/html", ByteBuffer(string: "<html><body>\(code) nginx</body></html>"))
        if 300..<400 ~= code { response.headers[.location] = "/login" }
        return response
    }

    private static func text(_ code: Int, _ type: String, _ body: ByteBuffer) -> Response {
        Response(
            status: HTTPResponse.Status(code: code), headers: [.contentType: type],
            body: ResponseBody(byteBuffer: body))
    }
}
