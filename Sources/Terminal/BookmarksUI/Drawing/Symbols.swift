import Screen

/// The signs that not every terminal can show.
public struct Symbols: Sendable, Hashable {
    public var ellipsis: String
    public var openingQuote: String
    public var closingQuote: String
    public var separator: String
    public var ascending: String
    public var descending: String
    /// The sign before the device that made a change.
    public var from: String
    /// The sign before a bookmark with a conflict.
    public var conflict: String
    /// The sign before a bookmark whose page is gone.
    public var broken: String
    /// The sign before a bookmark with a saved page, a note or a file.
    public var saved: String
    /// The sign before a marked bookmark.
    public var mark: String
    public var synced: String
    public var offline: String
    public var alert: String
    public var enter: String
    public var up: String
    public var down: String
    public var left: String
    public var right: String
    /// The sign for a line break where several lines are shown as one.
    public var newline: String
    /// The sign after a number of times.
    public var times: String
    public var border: Border
    /// The signs before an open and a closed folder of the sidebar.
    public var opened: String
    public var closed: String
    /// The icons before names; `nil` if they are not wanted.
    public var icons: Icons?

    /// The lines around a pane.
    public struct Border: Sendable, Hashable {
        public var horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight: String

        public static let rounded = Border(
            horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰",
            bottomRight: "╯")
        public static let ascii = Border(
            horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+",
            bottomRight: "+")
    }

    /// For terminals that show UTF-8.
    public static let unicode = Symbols(
        ellipsis: "…", openingQuote: "“", closingQuote: "”", separator: "·", ascending: "▲",
        descending: "▼", from: "←", conflict: "≠", broken: "✗", saved: "≡", mark: "✓",
        synced: "●", offline: "○", alert: "!", enter: "⏎", up: "↑", down: "↓", left: "←",
        right: "→",
        newline: "⏎", times: "×", border: .rounded, opened: "▾", closed: "▸")

    /// The signs for other terminals: the ASCII replacements of these signs, except that keys have
    /// names.
    public static let ascii: Symbols = {
        var symbols = unicode
        let signs: [WritableKeyPath<Symbols, String>] = [
            \.ellipsis, \.openingQuote, \.closingQuote, \.separator, \.ascending, \.descending,
            \.from, \.conflict, \.broken, \.mark, \.synced, \.offline, \.times,
        ]
        for sign in signs {
            symbols[keyPath: sign] = TextMeasure.asciiForm(of: symbols[keyPath: sign])
        }
        symbols.saved = "="
        symbols.enter = "Enter"
        (symbols.up, symbols.down) = ("Up", "Down")
        (symbols.left, symbols.right) = ("Left", "Right")
        symbols.newline = "|"
        symbols.border = .ascii
        (symbols.opened, symbols.closed) = ("-", "+")
        return symbols
    }()

    /// Returns a name in quotation marks, cut to leave room for a sentence around it.
    func quoted(_ name: String) -> String { openingQuote + cut(name[...]) + closingQuote }

    /// Returns a text in quotation marks, cut so that the difference from another one is visible.
    func quoted(_ text: String, differingFrom other: String) -> String {
        let common = zip(text, other).prefix { $0 == $1 }.count
        // Some letters before the difference show where it is.
        guard common > Self.quotedLimit / 2 else { return quoted(text) }
        return openingQuote + ellipsis + cut(text.dropFirst(common - 20)) + closingQuote
    }

    private func cut(_ text: Substring) -> String {
        // Names can be a megabyte long, so only the shown part is read.
        let start = text.prefix(Self.quotedLimit + 1)
        return start.count > Self.quotedLimit
            ? start.prefix(Self.quotedLimit) + ellipsis : String(start)
    }

    private static let quotedLimit = 60
}
