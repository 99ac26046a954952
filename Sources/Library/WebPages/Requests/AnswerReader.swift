import Bookmarks

/// Reads the output of curl with `--include`: the head of each answer along redirections, then the
/// body of the last one.
public struct AnswerReader: Sendable {
    /// The head of one answer.
    struct Head: Sendable {
        var status: Int
        /// The fields in order, with names in lower case.
        var fields: [(name: String, value: String)] = []

        func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }

        /// The target of a redirection; curl writes no body for it.
        var location: String? {
            guard 300..<400 ~= status, let location = field("location"), !location.isEmpty else {
                return nil
            }
            return location
        }
    }

    /// The maximum size of all heads together, in bytes.
    static let headLimit = 1 << 20

    private(set) var heads: [Head] = []
    /// The head of the answer with the body; `nil` before it is complete.
    var finalHead: Head? { isInBody ? heads.last : nil }
    /// The bytes of the body received so far.
    public private(set) var body: [UInt8] = []
    /// Whether the last head is complete, so that everything after it is body.
    public private(set) var isInBody = false
    private var head: Head?
    private var line: [UInt8] = []
    private var headBytes = 0
    private let followsRedirections: Bool

    /// - Parameter followsRedirections: whether a redirection is followed by another answer.
    public init(followsRedirections: Bool = true) {
        self.followsRedirections = followsRedirections
    }

    /// Takes the next bytes. Throws if they are not an answer of a web server.
    public mutating func take(_ bytes: some Collection<UInt8>) throws(WebFailure) {
        var rest = bytes[...]
        while !isInBody, let byte = rest.popFirst() {
            headBytes += 1
            if headBytes > Self.headLimit { throw Self.strange }
            if byte != UInt8(ascii: "\n") {
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            try takeLine(String(decoding: line, as: UTF8.self))
            line.removeAll(keepingCapacity: true)
        }
        body += rest
    }

    /// Puts earlier bytes of the same page before the body.
    mutating func prepend(_ bytes: [UInt8]) {
        body = bytes + body
        heads[heads.count - 1].status = 200
    }

    private static let strange = WebFailure(.interrupted, "the answer is not from a web server")

    private mutating func takeLine(_ text: String) throws(WebFailure) {
        guard var current = head else {
            let words = text.split(separator: " ", maxSplits: 2)
            guard text.hasPrefix("HTTP/"), words.count >= 2, let status = Int(words[1]),
                100..<1000 ~= status
            else { throw Self.strange }
            head = Head(status: status)
            return
        }
        if text.isEmpty {
            head = nil
            // An interim head before the answer.
            if 100..<200 ~= current.status { return }
            heads.append(current)
            isInBody = current.location == nil || !followsRedirections
            return
        }
        guard let colon = text.firstIndex(of: ":"), current.fields.count < 1000 else { return }
        let value = text[colon...].dropFirst().drop { $0 == " " || $0 == "\t" }
        current.fields.append((text[..<colon].lowercased(), String(value)))
        head = current
    }

    /// Returns the answer to a request, as far as it was received.
    public func answer(to target: WebTarget) throws(WebFailure) -> WebAnswer {
        guard let last = heads.last, isInBody else { throw Self.strange }
        var url = URLReference(target.url)
        var permanent: String?
        var isPermanent = true
        for head in heads {
            guard let location = head.location else { break }
            url = URLReference(location).resolved(against: url)
            isPermanent = isPermanent && (head.status == 301 || head.status == 308)
            if isPermanent { permanent = url.text }
        }
        // Some servers redirect to the same page in another spelling.
        let isElsewhere = permanent.map { (try? WebTarget($0))?.url != target.url } ?? false
        return WebAnswer(
            status: last.status, url: url.text, movedTo: isElsewhere ? permanent : nil,
            contentType: last.field("content-type"), retryAfter: last.field("retry-after"),
            body: body)
    }
}
