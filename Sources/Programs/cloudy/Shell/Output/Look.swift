import Bookmarks
import CursesTerminal
import Screen

/// The style of list output: plain in pipes, with colors and links on terminals that support them.
struct Look {
    let isTerminal: Bool
    private let hasColor: Bool
    private let hasLinks: Bool

    init(isTerminal: Bool, wantsLinks: Bool, environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        let isColored = isTerminal && CursesTerminal.colors(ofKind: term) > 0
        self.isTerminal = isTerminal
        hasColor = isColored && (environment["NO_COLOR"] ?? "").isEmpty
        // Nothing tells which terminals support links. The Linux console and old terminals do not;
        // a terminal without colors is probably as old.
        let isOld = ["linux", "vt", "dumb"].contains { term.hasPrefix($0) }
        hasLinks = isColored && wantsLinks && !isOld
    }

    /// Returns a bookmark as a line: id, name, URL and tags, separated by tabs.
    func line(_ row: BookmarkRow) -> String {
        let fields = [
            colored(harmless(row.id), 33), harmless(row.name), link(row.url),
            colored(harmless(Self.tags(row)), 32),
        ]
        return (fields + (row.isDeleted ? ["deleted"] : [])).joined(separator: "\t")
    }

    /// Returns bookmarks as aligned lines for a terminal. Long fields are cut; in a pipe, nothing
    /// is.
    ///
    /// - Parameter snippets: the text of documents to show below each bookmark, by id.
    func lines(
        _ rows: [BookmarkRow], columns: Int, snippets: [String: TextSnippet] = [:]
    ) -> String {
        let fields = rows.map { row in
            [row.id, row.name, row.url, Self.tags(row), row.isDeleted ? "deleted" : ""]
                .map(harmless)
        }
        let widths = ColumnWidths.fitting(fields, in: columns, Self.measure)
        return zip(rows, fields).map { row, fields in
            line(row, fields, widths) + "\n"
                + (snippets[row.id].map { line($0, columns: columns) + "\n" } ?? "")
        }.joined()
    }

    /// Returns a snippet for below its bookmark. The hits stand out, with or without colors.
    private func line(_ snippet: TextSnippet, columns: Int) -> String {
        var room = columns - Self.indent.count
        var line = Self.indent
        for part in snippet.parts where room > 0 {
            let text = Self.measure.truncated(harmless(part.text), to: room)
            room -= Self.measure.width(text)
            line += part.isHit ? (hasColor ? colored(text, 1) : text) : colored(text, 2)
        }
        return line
    }

    private static let indent = "    "

    private func line(_ row: BookmarkRow, _ fields: [String], _ widths: [Int]) -> String {
        let colors = [33, nil, 36, 32, nil]
        var line = ""
        // Blanks are written only if something follows them.
        var blanks = 0
        for (index, width) in widths.enumerated() where width > 0 {
            let text = Self.measure.truncated(fields[index], to: width)
            if !text.isEmpty {
                line += String(repeating: " ", count: blanks)
                blanks = 0
                let shown = colors[index].map { colored(text, $0) } ?? text
                line += index == 2 ? linked(shown, to: row.url) : shown
            }
            blanks += width - Self.measure.width(text) + ColumnWidths.gap
        }
        return line
    }

    private static func tags(_ row: BookmarkRow) -> String {
        row.tags.split(separator: " ").map { "#\($0)" }.joined(separator: " ")
    }

    private static let measure = TextMeasure.standard

    private func colored(_ text: String, _ color: Int) -> String {
        hasColor && !text.isEmpty ? "\u{1b}[\(color)m\(text)\u{1b}[m" : text
    }

    /// Returns a URL as a link of the terminal (OSC 8).
    private func link(_ url: String) -> String {
        linked(colored(harmless(url), 36), to: url)
    }

    private func linked(_ text: String, to url: String) -> String {
        guard hasLinks, WebAddress(stored: url).isOpenable else { return text }
        return "\u{1b}]8;;\(Self.escaped(url))\u{1b}\\\(text)\u{1b}]8;;\u{1b}\\"
    }

    /// Returns a URL in printable ASCII, as required in such a link.
    static func escaped(_ url: String) -> String {
        let isPrintable = { (0x21...0x7e).contains($0 as UInt8) }
        if url.utf8.allSatisfy(isPrintable) { return url }
        var text = ""
        for byte in url.utf8 {
            if isPrintable(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return text
    }
}
