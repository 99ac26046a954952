/// The result of this device's latest check of a bookmark's link.
///
/// It is never synced: another device may be behind another firewall.
public struct LinkState: Sendable, Hashable {
    /// The result of the check.
    public enum Finding: Sendable, Hashable {
        /// The page exists.
        case works
        /// The page exists, and the server says that it moved permanently.
        case moved(to: String)
        /// The page is gone: its server says so, or its host name no longer exists.
        case broken(String)
        /// The check is inconclusive: the server refuses, fails, or does not answer. The text says
        /// why.
        case unsure(String)
    }

    public var finding: Finding
    /// The time when the link was checked, in seconds since 1970.
    public var checked: Double

    public init(_ finding: Finding, checked: Double) {
        self.finding = finding
        self.checked = checked
    }
}

extension LinkState.Finding {
    /// The finding's name in JSON and tables: `ok`, `moved`, `broken` or `unsure`.
    public var word: String {
        switch self {
        case .works: "ok"
        case .moved: "moved"
        case .broken: "broken"
        case .unsure: "unsure"
        }
    }

    /// The new URL, or the reason; empty if there is neither.
    public var detail: String {
        switch self {
        case .works: ""
        case .moved(let text), .broken(let text), .unsure(let text): text
        }
    }

    /// Makes the finding for a name; `nil` for names of later versions.
    public init?(word: String, detail: String) {
        switch word {
        case "ok": self = .works
        case "moved": self = .moved(to: detail)
        case "broken": self = .broken(detail)
        case "unsure": self = .unsure(detail)
        default: return nil
        }
    }

    /// Whether the page is gone.
    public var isBroken: Bool { if case .broken = self { true } else { false } }
}
