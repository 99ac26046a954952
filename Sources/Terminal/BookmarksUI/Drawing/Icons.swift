/// Nerd Font icons before names, for people with such a font in their terminal. Each is in
/// Unicode's private use area, and one column wide.
public struct Icons: Sendable, Hashable {
    /// Icons of the sidebar: all, unread, archived, in conflict, in the trash.
    var all = "\u{F02E}"
    var unread = "\u{F0E0}"
    var archived = "\u{F187}"
    var conflict = "\u{F071}"
    var trash = "\u{F1F8}"
    var folder = "\u{F07B}"
    var openFolder = "\u{F07C}"
    var tag = "\u{F02B}"
    var search = "\u{F002}"

    public init() {}

    /// Returns the icon of a well-known host or its subdomain, else the icon of the web.
    func host(of url: String, _ host: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        if path.hasSuffix(".pdf") { return "\u{F1C1}" }
        if url.hasPrefix("mailto:") { return "\u{F0E0}" }
        if url.hasPrefix("file:") { return "\u{F15B}" }
        var name = host[...]
        while !name.isEmpty {
            if let sign = Self.hosts[String(name)] { return sign }
            name = name.drop { $0 != "." }.dropFirst()
        }
        return "\u{F0AC}"
    }

    private static let hosts = [
        "github.com": "\u{F09B}", "github.io": "\u{F09B}", "gitlab.com": "\u{F296}",
        "bitbucket.org": "\u{F171}", "youtube.com": "\u{F16A}", "youtu.be": "\u{F16A}",
        "vimeo.com": "\u{F27D}", "twitch.tv": "\u{F1E8}", "wikipedia.org": "\u{F266}",
        "reddit.com": "\u{F281}", "stackoverflow.com": "\u{F16C}",
        "stackexchange.com": "\u{F18D}", "news.ycombinator.com": "\u{F1D4}",
        "amazon.com": "\u{F270}", "google.com": "\u{F1A0}", "x.com": "\u{F099}",
        "twitter.com": "\u{F099}", "facebook.com": "\u{F09A}", "instagram.com": "\u{F16D}",
        "linkedin.com": "\u{F0E1}", "medium.com": "\u{F23A}", "spotify.com": "\u{F1BC}",
        "soundcloud.com": "\u{F1BE}", "steampowered.com": "\u{F1B6}", "apple.com": "\u{F179}",
        "microsoft.com": "\u{F17A}", "swift.org": "\u{F121}", "localhost": "\u{F109}",
    ]
}

extension Pen {
    /// Draws an icon before a text, if icons are wanted, and returns the column of the text.
    mutating func write(icon: String?, column: Int, row: Int) -> Int {
        guard let icon else { return column }
        return write(icon, column: column, row: row, .host) + 1
    }
}
