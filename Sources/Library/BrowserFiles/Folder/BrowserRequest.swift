/// A request to the folder, as a value.
public struct BrowserRequest: Sendable, Hashable {
    /// The method in capitals, such as `PROPFIND`.
    public var method: String
    /// The path from the root of the server, percent-encoded as sent.
    public var path: String
    /// The headers `Depth`, `Destination` and `Overwrite`, if they were sent.
    public var depth: String?
    public var destination: String?
    public var overwrite: String?
    public var body: [UInt8]
    /// The token of the caller: each browser has its own.
    public var credential: String
    /// Whether the token may write.
    public var canWrite: Bool

    public init(
        _ method: String, _ path: String, credential: String, canWrite: Bool = true,
        body: [UInt8] = [], depth: String? = nil, destination: String? = nil,
        overwrite: String? = nil
    ) {
        self.method = method
        self.path = path
        self.credential = credential
        self.canWrite = canWrite
        self.body = body
        self.depth = depth
        self.destination = destination
        self.overwrite = overwrite
    }
}

/// The answer to a request.
public struct BrowserAnswer: Sendable, Hashable {
    public var status: Int
    /// The headers under their usual names. The length of the body is not among them.
    public var headers: [String: String]
    public var body: [UInt8]
    /// A sentence for the owner of the library; `nil` for none.
    public var notice: String?
    /// The reason why the request was refused, in sentences; `nil` if it was accepted, or clients
    /// expect the refusal.
    public var reason: String?
    /// The `Content-Length` of an answer to `HEAD`, whose body is empty.
    public var length: Int

    public init(_ status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.headers["Cache-Control"] = "no-store"
        self.body = body
        length = body.count
    }

    /// Makes a refusal with a sentence for the person.
    init(_ status: Int, because sentence: String) {
        self.init(
            status, headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: Array((sentence + "\n").utf8))
        reason = sentence
    }

    /// Returns the answer without its body.
    func head() -> BrowserAnswer {
        var answer = self
        answer.body = []
        return answer
    }
}
