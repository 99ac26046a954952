package import HTTPTypes
package import Hummingbird
import NIOCore

/// The fault in the head of a request, found before any route gets it: about the host it is for, or
/// about its end, which a proxy in front of the server may find at another place.
package enum RequestFault: Error, Sendable, Equatable {
    case noHost
    case manyHosts
    case noName(String)
    /// The server does not answer for this host.
    case otherHost(String)
    /// The server does not know this transfer coding.
    case coding(String)
    case length
    /// The client expects something that the server does not support.
    case expectation(String)

    /// Finds the fault of a head; `nil` if there is none.
    package init?(_ head: HTTPRequest) {
        guard let host = head.authority, !host.isEmpty else {
            self = .noHost
            return
        }
        let fields = head.headerFields
        let lengths = fields[values: .contentLength]
        let codings = fields[values: .transferEncoding]
        if !fields[values: .host].isEmpty {
            self = .manyHosts
        } else if HostName(host) == nil {
            self = .noName(host)
        } else if !codings.isEmpty, codings.map({ $0.lowercased() }) != ["chunked"] {
            self = .coding(codings.joined(separator: ", "))
        } else if lengths.count + codings.count > 1
            || !lengths.allSatisfy({ $0.utf8.allSatisfy(Self.digits.contains) && !$0.isEmpty })
        {
            self = .length
        } else if let expectation = fields[.expect], expectation.lowercased() != "100-continue" {
            self = .expectation(expectation)
        } else {
            return nil
        }
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// Whether the end of the request is uncertain: the next bytes on the connection may be a part
    /// of it.
    package var isOfFraming: Bool {
        switch self {
        case .coding, .length: true
        default: false
        }
    }

    package var status: HTTPResponse.Status {
        switch self {
        case .noHost, .manyHosts, .noName, .length: .badRequest
        case .otherHost: .misdirectedRequest
        case .coding: .notImplemented
        case .expectation: .expectationFailed
        }
    }

    /// Returns the message for a client, in a sentence.
    ///
    /// - Parameter command: the command that starts the server, if it is known.
    package func text(command: String?) -> String {
        switch self {
        case .noHost: "The request has no Host field."
        case .manyHosts: "The request has more than one Host field."
        case .noName(let host): "“\(host.prefix(100))” is not a valid Host."
        case .otherHost(let host):
            "The server does not answer for \(host.prefix(100)). If it should, for example behind "
                + "a proxy, "
                + (command.map { "start it with: \($0) --host-name NAME" }
                    ?? "start it with the option --host-name NAME.")
        case .coding(let coding):
            "The server only knows the transfer coding “chunked”, not “\(coding.prefix(100))”."
        case .length:
            "The request gives the length of its body in contradictory ways."
        case .expectation(let expectation):
            "The server does not know the expectation “\(expectation.prefix(100))”."
        }
    }
}

extension RequestFault: HTTPResponseError {
    /// Returns the answer of a server that has no format of its own for errors.
    package func response(
        from request: Request, context: some RequestContext
    ) throws -> Response {
        var response = Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text(command: nil) + "\n")))
        if isOfFraming { response.headers[.connection] = "close" }
        return response
    }
}

extension HTTPField.Name {
    /// The name of a second Host field: the first is the authority of the request.
    static let host = HTTPField.Name("Host")!
}

/// Refuses requests that are faulty or for another server, before the token is checked: throws
/// their ``RequestFault``.
package struct RequestCheck<Context: RequestContext>: RouterMiddleware {
    private let hosts: AnsweredHosts

    package init(hosts: AnsweredHosts) { self.hosts = hosts }

    package func handle(
        _ request: Request, context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        if let fault = RequestFault(request.head) { throw fault }
        let host = request.head.authority ?? ""
        // Load balancers call each server by its address.
        guard hosts.contain(host) || request.uri.path == "/health" else {
            throw RequestFault.otherHost(host)
        }
        return try await next(request, context)
    }
}
