import Bookmarks
import Replication

/// The final answer of a web server, after all redirections.
public struct WebAnswer: Sendable, Hashable {
    /// The status, such as 200 or 404.
    public var status: Int
    /// The URL that answered.
    public var url: String
    /// The permanent new URL of the page, if the server gives one.
    public var movedTo: String?
    public var contentType: String?
    /// The server's time for another request: seconds, or a date.
    public var retryAfter: String?
    /// The requested part of the body.
    public var body: [UInt8]

    public init(
        status: Int, url: String, movedTo: String? = nil, contentType: String? = nil,
        retryAfter: String? = nil, body: [UInt8] = []
    ) {
        self.status = status
        self.url = url
        self.movedTo = movedTo
        self.contentType = contentType
        self.retryAfter = retryAfter
        self.body = body
    }

    /// Whether the answer has the page.
    public var isSuccess: Bool { 200..<300 ~= status }

    /// The status with its usual words, such as `404 Not Found`.
    public var statusText: String {
        Self.words[status].map { "\(status) \($0)" } ?? "\(status)"
    }

    private static let words = [
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 410: "Gone",
        418: "I'm a teapot", 429: "Too Many Requests", 451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
        503: "Service Unavailable", 504: "Gateway Timeout",
    ]

    /// Returns the number of seconds that the server asks to wait, at a time in seconds since 1970.
    public func secondsToWait(at now: Double) -> Double? {
        guard let retryAfter else { return nil }
        if let seconds = UInt32(retryAfter) { return Double(seconds) }
        return HTTPDate.seconds(retryAfter).map { max(0, $0 - now) }
    }
}

/// Dates as servers write them (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    /// Returns seconds since 1970; `nil` for other forms, which are obsolete.
    static func seconds(_ text: String) -> Double? {
        let words = text.split { $0 == " " || $0 == ":" }
        guard words.count == 8, words[7] == "GMT", let day = Int(words[1]),
            let month = CalendarTime.monthNames.firstIndex(of: String(words[2])),
            let year = Int(words[3]), 1970...9999 ~= year,
            let days = CalendarTime.days(year: year, month: month + 1, day: day),
            let hour = Int(words[4]), 0..<24 ~= hour, let minute = Int(words[5]), 0..<60 ~= minute,
            let second = Int(words[6]), 0...60 ~= second
        else { return nil }
        return Double(((days * 24 + hour) * 60 + minute) * 60 + second)
    }
}
