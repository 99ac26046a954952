import Bookmarks

/// How a line of a list looks: plain in pipes, with colours and links on terminals that know them.
struct Look {
    let isTerminal: Bool
    private let hasColor: Bool
    private let hasLinks: Bool

    init(isTerminal: Bool, wantsLinks: Bool, environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        let isDumb = term.isEmpty || term == "dumb"
        self.isTerminal = isTerminal
        hasColor = isTerminal && !isDumb && (environment["NO_COLOR"] ?? "").isEmpty
        // The console of Linux prints what it does not know.
        hasLinks = isTerminal && wantsLinks && !isDumb && !term.hasPrefix("linux")
    }

    /// A bookmark: its id, name, URL and tags, with tabs between them.
    func line(_ row: BookmarkRow) -> String {
        let tags = row.tags.split(separator: " ").map { "#\($0)" }.joined(separator: " ")
        let fields = [
            colored(harmless(row.id), 33), harmless(row.name), link(row.url),
            colored(harmless(tags), 32),
        ]
        return (fields + (row.isDeleted ? ["deleted"] : [])).joined(separator: "\t")
    }

    private func colored(_ text: String, _ color: Int) -> String {
        hasColor && !text.isEmpty ? "\u{1b}[\(color)m\(text)\u{1b}[m" : text
    }

    /// A URL as a link of the terminal (OSC 8).
    private func link(_ url: String) -> String {
        let text = colored(harmless(url), 36)
        guard hasLinks, WebAddress(stored: url).isOpenable else { return text }
        return "\u{1b}]8;;\(Self.escaped(url))\u{1b}\\\(text)\u{1b}]8;;\u{1b}\\"
    }

    /// A URL in printable ASCII, which is all that may stand in a link.
    static func escaped(_ url: String) -> String {
        var text = ""
        for byte in url.utf8 {
            if (0x21...0x7e).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return text
    }
}
