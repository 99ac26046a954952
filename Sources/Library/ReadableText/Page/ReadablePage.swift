/// The readable part of a web page: its text in blocks, without menus, advertisements and scripts.
public struct ReadablePage: Sendable, Hashable {
    /// On one line; empty when the page has none.
    public var title: String
    /// The author, on one line; empty when the page names none.
    public var byline: String
    /// The name of the site, on one line; empty when the page does not say.
    public var site: String
    /// The language's tag, such as `en` or `pt-BR`; empty when the page does not say.
    public var language: String
    /// The text, in the order of the page.
    public var blocks: [Block]
    /// The absolute addresses that the text links to, in order of appearance, each once. Link
    /// number 1 is the first.
    public var links: [String]

    public init(
        title: String = "", byline: String = "", site: String = "", language: String = "",
        blocks: [Block] = [], links: [String] = []
    ) {
        self.title = title
        self.byline = byline
        self.site = site
        self.language = language
        self.blocks = blocks
        self.links = links
    }

    /// One block, such as a paragraph.
    public struct Block: Sendable, Hashable {
        public var content: Content
        /// How many quotations it is in; 0 for the text of the page itself.
        public var quotes: Int

        public init(_ content: Content, quotes: Int = 0) {
            self.content = content
            self.quotes = quotes
        }
    }

    /// The content of a block.
    public enum Content: Sendable, Hashable {
        /// The level is 1 to 6.
        case heading(level: Int, [Inline])
        case paragraph([Inline])
        /// Text whose lines and blanks stay as they are.
        case code(String)
        /// A paragraph of a list. The depth is 0 for a list that is in no other; the mark is `•`,
        /// a number such as `3.`, or empty for a further paragraph of the same item.
        case item(depth: Int, mark: String, [Inline])
        case table([Row])
        /// A picture: the words that stand for it, the caption below it, and the number of the link
        /// to it.
        case picture(description: String, caption: [Inline], link: Int?)
        /// A line across.
        case rule
    }

    /// A row of a table. A cell that spans columns is followed by empty ones.
    public struct Row: Sendable, Hashable {
        public var isHeading: Bool
        public var cells: [[Inline]]

        public init(isHeading: Bool = false, cells: [[Inline]]) {
            self.isHeading = isHeading
            self.cells = cells
        }
    }

    /// A piece of text of one style. White space is collapsed; a `\n` is a line break.
    public struct Inline: Sendable, Hashable {
        public var text: String
        public var style: Style
        /// The number of the link that it is the text of.
        public var link: Int?

        public init(_ text: String, _ style: Style = [], link: Int? = nil) {
            self.text = text
            self.style = style
            self.link = link
        }
    }

    /// How a piece of text stands out.
    public struct Style: OptionSet, Sendable, Hashable {
        public let rawValue: Int

        /// A set of styles from its number, as JSON has it.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Text in italics.
        public static let emphasis = Style(rawValue: 1)
        /// Text in bold.
        public static let strong = Style(rawValue: 2)
        /// Text as a machine has it.
        public static let code = Style(rawValue: 4)
        /// Text of a heading; only in lines, where the block is not at hand.
        public static let heading = Style(rawValue: 8)
        /// A sign that stands for markup: the mark of an item, the bar of a quotation, the number
        /// of a link; only in lines.
        public static let mark = Style(rawValue: 16)
    }
}
