public import Bookmarks

/// The progress of a check of links.
public struct LinkProgress: Sendable, Hashable {
    /// The way in which a check ended.
    public enum End: Sendable, Hashable {
        case finished
        case stopped
        /// Nothing was reachable.
        case offline
        /// Nothing can be checked here, for the reason given.
        case failed(String)
    }

    public var total: Int
    public var done = 0
    public var broken = 0
    public var moved = 0
    public var unsure = 0
    /// The latest finding.
    public var latest: LinkState.Finding?

    public init(total: Int) {
        self.total = total
    }

    /// Counts a finding.
    public mutating func count(_ finding: LinkState.Finding) {
        done += 1
        latest = finding
        switch finding {
        case .works: break
        case .moved: moved += 1
        case .broken: broken += 1
        case .unsure: unsure += 1
        }
    }

    /// The result in words, without a full stop.
    var summary: String {
        if total == 1, let latest {
            return switch latest {
            case .works: "The link works"
            case .moved(let url): "The link works; the page has moved to \(url.prefix(200))"
            case .broken(let reason): "The link is broken: \(reason)"
            case .unsure(let reason): "Unclear whether the link works: \(reason)"
            }
        }
        var parts = ["\(grouped(broken)) broken"]
        if moved > 0 { parts.append("\(grouped(moved)) moved") }
        if unsure > 0 { parts.append("\(grouped(unsure)) unsure") }
        let of = done < total ? " of \(grouped(total))" : ""
        let find = broken > 0 ? "; the filter is:broken shows them" : ""
        return "Checked \(grouped(done))\(of) links: \(parts.joined(separator: ", "))\(find)"
    }
}

/// The result of fetching a page for a form.
public struct FetchedPage: Sendable, Hashable {
    /// The URL as typed.
    public var url: String
    public var title: String
    public var description: String
    /// The reason why there is no page.
    public var problem: String?

    public init(url: String, title: String = "", description: String = "", problem: String? = nil) {
        self.url = url
        self.title = title
        self.description = description
        self.problem = problem
    }

    /// Whether a URL leads to this page.
    func isPage(at other: String) -> Bool {
        WebAddress(stored: other).pageKey == WebAddress(stored: url).pageKey
    }
}
