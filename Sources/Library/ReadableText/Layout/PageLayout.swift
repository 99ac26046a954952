public import Screen

extension ReadablePage {
    /// Returns the page as lines of a given width, without its title.
    ///
    /// Paragraphs are wrapped at blanks. Code keeps its lines; a long line continues below,
    /// indented further. A table whose columns do not fit becomes a list. A link is followed by its
    /// number. Right-to-left text stays in reading order.
    ///
    /// - Parameters:
    ///   - width: The columns of a line.
    ///   - measure: Measures the width of text; the lines contain only what it can draw.
    public func lines(width: Int, measure: TextMeasure = .standard) -> [ReadableLine] {
        var layout = PageLayout(width: width, measure: measure)
        for (index, block) in blocks.enumerated() { layout.add(block, index) }
        return layout.lines
    }
}

/// Lays out blocks below each other.
private struct PageLayout {
    typealias Inline = ReadablePage.Inline

    let width: Int
    let measure: TextMeasure
    private(set) var lines: [ReadableLine] = []
    private var previous: ReadablePage.Block?

    init(width: Int, measure: TextMeasure) {
        self.width = max(width, 1)
        self.measure = measure
    }

    mutating func add(_ block: ReadablePage.Block, _ index: Int) {
        if let previous, !block.follows(previous) {
            let isSameQuotation = block.quotes > 0 && previous.quotes > 0
            let bars = isSameQuotation ? min(block.quotes, previous.quotes) : 0
            let bar = prefix(quotes: bars).map { [$0] } ?? []
            lines.append(ReadableLine(bar, block: index))
        }
        previous = block
        let bar = prefix(quotes: block.quotes)
        let room = width - (bar.map { measure.width($0.text) } ?? 0)
        for own in content(block, max(room, 1)) {
            var line = ReadableLine(
                (bar.map { [$0] } ?? []) + own.pieces, block: index, offset: own.offset)
            line.isCut = own.isCut
            lines.append(line)
        }
    }

    /// Returns the bars of a quotation, as many as leave room for text.
    private func prefix(quotes: Int) -> Inline? {
        let count = min(quotes, 4, (width - 8) / 2)
        return count > 0 ? Inline(String(repeating: "│ ", count: count), .mark) : nil
    }

    private func content(
        _ block: ReadablePage.Block, _ width: Int
    ) -> [BlockLine] {
        switch block.content {
        case .heading(_, let inlines):
            wrapped(
                inlines.map { Inline($0.text, $0.style.union(.heading), link: $0.link) }, width)
        case .paragraph(let inlines): wrapped(inlines, width)
        case .code(let text): CodeLayout.lines(text, width: width, measure: measure)
        case .item(let depth, let mark, let inlines): item(depth, mark, inlines, width)
        case .table(let rows):
            TableLayout(width: width, measure: measure).lines(
                rows.map { row in
                    ReadablePage.Row(
                        isHeading: row.isHeading, cells: row.cells.map { numbered($0) })
                })
        case .picture(let description, let caption, let link):
            picture(description, caption, link, width)
        case .rule:
            [
                BlockLine(
                    pieces: [Inline(String(repeating: "─", count: min(width, 24)), .mark)],
                    offset: 0)
            ]
        }
    }

    private func wrapped(
        _ inlines: [Inline], _ width: Int
    ) -> [BlockLine] {
        LineWrapper.lines(numbered(inlines), width: width, measure: measure)
    }

    /// Returns the text with the number of each link after it.
    private func numbered(_ inlines: [Inline]) -> [Inline] {
        var result: [Inline] = []
        for (index, inline) in inlines.enumerated() {
            result.append(inline)
            let next = index + 1 < inlines.count ? inlines[index + 1].link : nil
            if let link = inline.link, link != next {
                result.append(Inline("[\(link)]", .mark, link: link))
            }
        }
        return result
    }

    private func item(
        _ depth: Int, _ mark: String, _ inlines: [Inline], _ width: Int
    ) -> [BlockLine] {
        let sign = mark.isEmpty ? "  " : measure.truncated(mark, to: 12) + " "
        let indent = min(2 * depth, max(0, width / 2 - measure.width(sign)))
        let hang = indent + measure.width(sign)
        return wrapped(inlines, max(width - hang, 1)).enumerated().map { index, line in
            let blanks = String(repeating: " ", count: index == 0 ? indent : hang)
            var pieces = blanks.isEmpty ? [] : [Inline(blanks, .mark)]
            if index == 0 { pieces.append(Inline(sign, .mark)) }
            var line = line
            line.pieces = pieces + line.pieces
            return line
        }
    }

    private func picture(
        _ description: String, _ caption: [Inline], _ link: Int?, _ width: Int
    ) -> [BlockLine] {
        var text = [Inline("Picture", .mark, link: link)]
        if let link { text.append(Inline("[\(link)]", .mark, link: link)) }
        let words = caption.isEmpty ? [Inline(description)] : numbered(caption)
        if !words.text.isEmpty { text += [Inline(": ", .mark)] + words }
        return LineWrapper.lines(text, width: width, measure: measure)
    }
}
