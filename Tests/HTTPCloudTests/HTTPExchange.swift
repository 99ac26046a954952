import TestSupport
import Testing

/// A server's answer.
struct HTTPAnswer {
    var status: Int
    var contentType: String
    var body: String
    /// The head, as it was received.
    var head: String

    /// Parses an answer that ended with its connection; `nil` if it is not HTTP.
    init?(_ text: String) {
        guard let end = text.firstRange(of: "\r\n\r\n"), text.hasPrefix("HTTP/1.1 "),
            let status = Int(text.dropFirst(9).prefix(3))
        else { return nil }
        self.status = status
        head = String(text[..<end.lowerBound])
        body = String(text[end.upperBound...])
        contentType = ""
        for line in head.split(separator: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-type" else { continue }
            contentType = String(parts[1].drop { $0 == " " })
        }
    }
}

/// Makes calls byte by byte, and checks every answer against Docs/Reference/openapi.json.
struct HTTPExchange {
    let port: Int
    let description: OpenAPI

    init(port: Int) throws {
        self.port = port
        description = try OpenAPI()
    }

    /// Makes a call, and returns its answer; `nil` if the connection ended without one.
    func answer(
        _ method: String, _ target: String, body: [UInt8]? = nil,
        token: String? = HTTPFixture.token, headers: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> HTTPAnswer? {
        let connection = try RawConnection(port: port)
        var head = "\(method) \(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(headers)"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        try connection.send(head + "\r\n")
        // A server that refuses a body need not read it.
        if let body { try? connection.send(body) }
        let text = try await connection.receive { _ in false }
        guard let answer = HTTPAnswer(text) else { return nil }
        if let call = description.call(method, target) {
            let problems = description.problems(with: answer, to: call)
            #expect(problems.isEmpty, sourceLocation: sourceLocation)
        }
        return answer
    }
}
