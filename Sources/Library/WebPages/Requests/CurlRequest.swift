/// A request for curl.
///
/// The URL and all other foreign text go to curl on standard input, quoted, so that nothing in them
/// can become an option.
public struct CurlRequest: Sendable, Hashable {
    public var target: WebTarget
    /// The maximum total time, in seconds.
    public var seconds: Int
    /// The time with less than ``leastBytes`` a second after which curl gives up, in seconds.
    public var stallSeconds: Int
    /// Lets curl refuse an answer that claims to be longer than this, in bytes.
    public var refusesMoreThan: Int?
    /// The preferred form, if a server has several.
    public var wanted: Wanted
    /// The part to request if the page still has this ETag; otherwise, curl gets all of it.
    public var rest: Rest?
    /// The only addresses to connect to. With them, curl follows no redirection, which may lead to
    /// another host.
    public var addresses: [String]?

    /// The rest of a page whose beginning was already received.
    public struct Rest: Sendable, Hashable {
        public var start: Int
        public var etag: String

        public init(from start: Int, etag: String) {
            self.start = start
            self.etag = etag
        }
    }

    /// A form of a page.
    public enum Wanted: Sendable, Hashable {
        /// A page for people, which has a title.
        case page
        /// Data for programs. JSON names its fields; a page only shows them.
        case data

        var accept: String {
            switch self {
            case .page: "text/html,application/xhtml+xml,*/*;q=0.5"
            case .data: "application/json,text/html;q=0.9,*/*;q=0.8"
            }
        }
    }

    /// The arguments of curl. The first one keeps the person's own settings of curl out.
    public static let arguments = ["-q", "--config", "-"]

    static let redirections = 10

    /// The time for which a server may send nothing, or next to nothing, in seconds.
    public static let stallSeconds = 30
    /// The rate below which a server sends next to nothing, in bytes a second.
    public static let leastBytes = 1000

    public init(
        _ target: WebTarget, seconds: Int, stallSeconds: Int = Self.stallSeconds,
        refusesMoreThan: Int? = nil, wanted: Wanted = .page
    ) {
        self.target = target
        self.seconds = seconds
        self.stallSeconds = stallSeconds
        self.refusesMoreThan = refusesMoreThan
        self.wanted = wanted
    }

    /// The configuration for curl.
    public var configuration: String {
        var lines = [
            "url = \(Self.quoted(target.url))", "globoff", "silent", "show-error", "include",
            "suppress-connect-headers", "proto = \"=http,https\"",
            "connect-timeout = \(min(10, seconds))", "max-time = \(seconds)",
            "speed-limit = \(Self.leastBytes)", "speed-time = \(stallSeconds)",
            "user-agent = \"Cloudy (bookmarks in the terminal; asks only when told to)\"",
            "header = \"Accept: \(wanted.accept)\"",
        ]
        if let addresses {
            let texts = addresses.map { $0.contains(":") ? "[\($0)]" : $0 }
            lines.append(
                "resolve = "
                    + Self.quoted("\(target.origin):\(texts.joined(separator: ","))"))
        } else {
            lines += [
                "location", "max-redirs = \(Self.redirections)",
                "proto-redir = \"=http,https\"",
            ]
        }
        if let rest {
            lines.append("range = \"\(rest.start)-\"")
            lines.append("header = \(Self.quoted("If-Range: " + rest.etag))")
        } else {
            // The rest of a compressed body cannot be requested.
            lines.append("compressed")
        }
        if let refusesMoreThan { lines.append("max-filesize = \(refusesMoreThan)") }
        return lines.joined(separator: "\n") + "\n"
    }

    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
