/// Finds the lines of Markdown that are code because they are indented by four blanks more than the
/// text around them (https://spec.commonmark.org/0.31.2/#indented-code-blocks).
///
/// A list item never begins code, whatever its indentation.
struct IndentedCode {
    /// The columns at which the texts of the open list items begin, the outermost first.
    private var items: [Int] = []
    /// Whether the next line may continue a paragraph.
    private var isInParagraph = false
    private var isOpen = false

    /// Takes a line outside other code blocks. Returns whether it is code.
    mutating func take(_ line: Substring) -> Bool {
        let text = line.drop { $0 == " " || $0 == "\t" }
        if text.allSatisfy(\.isWhitespace) {
            isInParagraph = false
            return false
        }
        let indent = Self.columns(line[..<text.startIndex])
        let item = ListItem(text)
        if item == nil || isOpen, !isInParagraph, indent >= (items.last ?? 0) + Self.least {
            isOpen = true
            return true
        }
        isOpen = false
        let isBlock = Self.blocks.contains(where: text.hasPrefix)
        if !isInParagraph || item != nil || isBlock {
            while let last = items.last, indent < last { items.removeLast() }
        }
        if item != nil { items.append(indent + Self.columnsOfMark(text)) }
        isInParagraph = !isBlock
        return false
    }

    private static let least = 4
    /// The beginnings of blocks that end a paragraph and are not paragraphs.
    private static let blocks = ["#", "---", "***", "===", "<!--", "```", "~~~"]

    private static func columns(_ blanks: Substring) -> Int {
        blanks.reduce(0) { count, blank in blank == "\t" ? count / 4 * 4 + 4 : count + 1 }
    }

    /// Returns the width of an item's mark, with the blanks after it.
    private static func columnsOfMark(_ text: Substring) -> Int {
        let mark = text.prefix { $0 != " " && $0 != "\t" }
        let blanks = text[mark.endIndex...].prefix { $0 == " " }.count
        return mark.count + (1...least ~= blanks ? blanks : 1)
    }
}
