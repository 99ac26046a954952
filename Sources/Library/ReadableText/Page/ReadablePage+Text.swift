extension ReadablePage {
    /// The plain text: the title and the blocks, separated by blank lines, except items of a list.
    /// It has no link numbers and is not wrapped.
    public var text: String {
        var text = ""
        if !title.isEmpty, title != firstHeading { text = title + "\n" }
        var previous: Block?
        for block in blocks {
            let piece = block.text
            if piece.isEmpty { continue }
            if !text.isEmpty { text += block.follows(previous) ? "" : "\n" }
            text += piece + "\n"
            previous = block
        }
        return text
    }

    /// The text of the heading at the beginning, if there is one.
    var firstHeading: String? {
        guard case .heading(_, let inlines)? = blocks.first?.content else { return nil }
        return inlines.text
    }
}

extension ReadablePage.Block {
    /// The plain text of the block; empty for a rule.
    public var text: String {
        switch content {
        case .heading(_, let inlines), .paragraph(let inlines): inlines.text
        case .code(let text): text
        case .item(let depth, let mark, let inlines):
            String(repeating: "  ", count: depth) + (mark.isEmpty ? "  " : mark + " ")
                + inlines.text
        case .table(let rows):
            rows.map { $0.cells.map(\.text).joined(separator: "\t") }.joined(separator: "\n")
        case .picture(let description, let caption, _):
            caption.isEmpty ? description : caption.text
        case .rule: ""
        }
    }

    /// Whether the block belongs to the same list as the previous one, so that no blank line
    /// separates them.
    func follows(_ previous: Self?) -> Bool {
        guard let previous, case .item = previous.content, case .item = content else {
            return false
        }
        return quotes == previous.quotes
    }
}

extension [ReadablePage.Inline] {
    /// The plain text.
    public var text: String { map(\.text).joined() }
}
