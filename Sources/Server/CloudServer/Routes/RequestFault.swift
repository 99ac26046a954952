import HTTPTypes
import Hummingbird

/// The fault in the head of a request, found before any route sees it: which host it is for, or
/// where it ends, which a proxy before the server may see in another way.
enum RequestFault: Sendable, Equatable {
    case noHost
    case manyHosts
    case noName(String)
    /// The server does not know this transfer coding.
    case coding(String)
    case length
    /// The other side expects something that the server does not know.
    case expectation(String)

    init?(_ head: HTTPRequest) {
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

    /// Whether the end of the request is uncertain: the bytes after it on the same connection may
    /// be a part of it.
    var isOfFraming: Bool {
        switch self {
        case .coding, .length: true
        default: false
        }
    }
}

extension HTTPField.Name {
    /// A second one: the first is the authority of the request.
    static let host = HTTPField.Name("Host")!
}

extension CallError {
    init(_ fault: RequestFault) {
        switch fault {
        case .noHost:
            self = .malformed("The request has no Host field.")
        case .manyHosts: self = .malformed("The request has more than one Host field.")
        case .noName(let host): self = .malformed("“\(host.prefix(100))” is not a valid Host.")
        case .coding(let coding):
            self.init(
                .notImplemented, "malformed",
                "The server only knows the transfer coding “chunked”, not “\(coding.prefix(100))”.")
        case .length:
            self = .malformed("The request gives the length of its body in contradictory ways.")
        case .expectation(let expectation):
            self.init(
                .expectationFailed, "malformed",
                "The server does not know the expectation “\(expectation.prefix(100))”.")
        }
        if fault.isOfFraming { headers[.connection] = "close" }
    }

    static func misdirected(_ host: String) -> CallError {
        CallError(
            .misdirectedRequest, "notAllowed",
            "The server does not answer for \(host.prefix(100)). If it should, for example behind "
                + "a proxy, start it with: cloudyd serve --host-name NAME")
    }
}

/// Refuses requests that are faulty or for another server, before the check of the token.
struct RequestCheck<Context: RequestContext>: RouterMiddleware {
    let hosts: AnsweredHosts

    func handle(
        _ request: Request, context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        if let fault = RequestFault(request.head) { throw CallError(fault) }
        let host = request.head.authority ?? ""
        // Load balancers ask each server by its address.
        guard hosts.contain(host) || request.uri.path == "/health" else {
            throw CallError.misdirected(host)
        }
        return try await next(request, context)
    }
}
