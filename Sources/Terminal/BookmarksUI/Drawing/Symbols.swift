import Screen

/// The signs that not every terminal can show.
public struct Symbols: Sendable, Hashable {
    public var ellipsis: String
    public var openingQuote: String
    public var closingQuote: String
    public var separator: String
    public var ascending: String
    public var descending: String
    /// Points to the device that made a change.
    public var from: String
    /// Stands before a bookmark of which two devices changed the same field.
    public var conflict: String
    /// Stands before a bookmark whose page is gone.
    public var broken: String
    /// Stands before a bookmark of which a page, a note or a file is saved.
    public var saved: String
    /// Stands before a bookmark that the person marked.
    public var mark: String
    public var synced: String
    public var offline: String
    public var alert: String
    public var enter: String
    public var up: String
    public var down: String
    public var left: String
    public var right: String
    /// Stands for the end of a line where several lines are shown as one.
    public var newline: String
    /// Stands behind a number of times.
    public var times: String
    public var border: Border
    /// Stands before a folder of the sidebar that is open, and before a closed one.
    public var opened: String
    public var closed: String
    /// Signs before names; `nil` where none are wanted.
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

    /// For all others: the ASCII that any text with these signs becomes there, but keys have names.
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

    /// A name in quotation marks, cut to a length that leaves room for a sentence around it.
    func quoted(_ name: String) -> String { openingQuote + cut(name[...]) + closingQuote }

    /// A text in quotation marks, cut so that it shows where it differs from another one.
    func quoted(_ text: String, differingFrom other: String) -> String {
        let common = zip(text, other).prefix { $0 == $1 }.count
        // Some letters before that place tell where it is.
        guard common > Self.quotedLimit / 2 else { return quoted(text) }
        return openingQuote + ellipsis + cut(text.dropFirst(common - 20)) + closingQuote
    }

    private func cut(_ text: Substring) -> String {
        // Names can be a megabyte long, so no more of one is looked at than is shown.
        let start = text.prefix(Self.quotedLimit + 1)
        return start.count > Self.quotedLimit
            ? start.prefix(Self.quotedLimit) + ellipsis : String(start)
    }

    private static let quotedLimit = 60
}
