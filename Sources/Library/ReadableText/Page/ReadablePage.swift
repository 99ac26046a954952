/// The readable part of a web page: its text in blocks, without menus, advertisements and scripts.
public struct ReadablePage: Sendable, Hashable {
    /// The title on one line; empty if the page has none.
    public var title: String
    /// The author on one line; empty if the page names none.
    public var byline: String
    /// The name of the site on one line; empty if the page does not give it.
    public var site: String
    /// The language tag, such as `en` or `pt-BR`; empty if the page does not give it.
    public var language: String
    /// The text, in the order of the page.
    public var blocks: [Block]
    /// The absolute addresses that the text links to, in order of first appearance. Link number 1
    /// is the first.
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
        /// The number of quotations around the block; 0 for the page's own text.
        public var quotes: Int

        public init(_ content: Content, quotes: Int = 0) {
            self.content = content
            self.quotes = quotes
        }
    }

    /// The content of a block.
    public enum Content: Sendable, Hashable {
        /// A heading of level 1 to 6.
        case heading(level: Int, [Inline])
        case paragraph([Inline])
        /// Text whose lines and blanks stay as they are.
        case code(String)
        /// A paragraph of a list. The depth is 0 for an outermost list; the mark is `•`, a number
        /// such as `3.`, or empty for a further paragraph of the same item.
        case item(depth: Int, mark: String, [Inline])
        case table([Row])
        /// A picture: its alternative text, its caption, and the number of the link around it.
        case picture(description: String, caption: [Inline], link: Int?)
        /// A horizontal rule.
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
        /// The number of the link that the text belongs to.
        public var link: Int?

        public init(_ text: String, _ style: Style = [], link: Int? = nil) {
            self.text = text
            self.style = style
            self.link = link
        }
    }

    /// The styles of a piece of text.
    public struct Style: OptionSet, Sendable, Hashable {
        public let rawValue: Int

        /// Makes a set of styles from its number in JSON.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Text in italics.
        public static let emphasis = Style(rawValue: 1)
        /// Text in bold.
        public static let strong = Style(rawValue: 2)
        /// Text in a code font.
        public static let code = Style(rawValue: 4)
        /// Text of a heading; only in lines, where the block is not available.
        public static let heading = Style(rawValue: 8)
        /// A sign for markup: the mark of an item, the bar of a quotation, or the number of a link;
        /// only in lines.
        public static let mark = Style(rawValue: 16)
    }
}
