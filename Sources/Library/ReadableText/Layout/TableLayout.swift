import Screen

/// Lays out a table in columns if they fit, otherwise as a list.
struct TableLayout {
    typealias Inline = ReadablePage.Inline

    private let width: Int
    private let measure: TextMeasure
    private static let gap = 2

    init(width: Int, measure: TextMeasure) {
        self.width = width
        self.measure = measure
    }

    func lines(_ rows: [ReadablePage.Row]) -> [BlockLine] {
        let count = rows.map(\.cells.count).max() ?? 0
        var widths = Array(repeating: 0, count: count)
        for row in rows {
            for (column, cell) in row.cells.enumerated() {
                let lines = cell.text.split(separator: "\n")
                let widest = lines.map { measure.width(String($0)) }.max() ?? 0
                widths[column] = max(widths[column], widest)
            }
        }
        let whole = widths.reduce(0, +) + Self.gap * max(widths.count { $0 > 0 } - 1, 0)
        return whole <= width ? columns(rows, widths) : list(rows)
    }

    private func columns(
        _ rows: [ReadablePage.Row], _ widths: [Int]
    ) -> [BlockLine] {
        var lines: [BlockLine] = []
        var offset = 0
        for row in rows {
            let cells = row.cells.map { cell in
                LineWrapper.lines(styled(cell, row), width: width, measure: measure).map(\.pieces)
            }
            for index in 0..<max(cells.map(\.count).max() ?? 1, 1) {
                var line: [Inline] = []
                // Blanks are written only if something follows them.
                var blanks = 0
                for (column, width) in widths.enumerated() where width > 0 {
                    let cell = column < cells.count ? cells[column] : []
                    let pieces = index < cell.count ? cell[index] : []
                    let used = measure.width(pieces.text)
                    if used > 0 {
                        if blanks > 0 { line.append(Inline(String(repeating: " ", count: blanks))) }
                        line += pieces
                        blanks = 0
                    }
                    blanks += width - used + Self.gap
                }
                lines.append(BlockLine(pieces: line, offset: offset))
            }
            offset += row.cells.reduce(0) { $0 + $1.text.count + 1 }
        }
        return lines
    }

    /// Returns each row as an item, with the column's heading before each cell. In two columns
    /// without headings, the first cell is the heading of the second.
    private func list(_ rows: [ReadablePage.Row]) -> [BlockLine] {
        // A single heading belongs to the whole table.
        let headings =
            rows.first { $0.isHeading && $0.cells.count { !$0.isEmpty } > 1 }?.cells ?? []
        var lines: [BlockLine] = []
        var offset = 0
        for row in rows where !row.isHeading || row.cells != headings {
            var isFirst = true
            for (column, cell) in cells(of: row, headings).enumerated() where !cell.isEmpty {
                var text: [Inline] = []
                if column < headings.count, !headings[column].isEmpty {
                    text = headings[column].map { Inline($0.text, .strong) } + [Inline(": ")]
                }
                let sign = isFirst ? "• " : "  "
                let wrapped = LineWrapper.lines(
                    text + cell, width: max(width - 2, 1), measure: measure)
                for (index, line) in wrapped.enumerated() {
                    let begin = Inline(index == 0 ? sign : "  ", .mark)
                    lines.append(
                        BlockLine(
                            pieces: [begin] + line.pieces, offset: offset, isCut: line.isCut))
                }
                isFirst = false
                offset += cell.text.count + 1
            }
        }
        // A table with only headings.
        if lines.isEmpty, let row = rows.first {
            return list([ReadablePage.Row(cells: row.cells)])
        }
        return lines
    }

    private func cells(of row: ReadablePage.Row, _ headings: [[Inline]]) -> [[Inline]] {
        guard headings.isEmpty, row.cells.count == 2, !row.cells[0].isEmpty, !row.cells[1].isEmpty,
            measure.width(row.cells[0].text) <= 40
        else { return row.cells }
        let name = row.cells[0].map { Inline($0.text, $0.style.union(.strong), link: $0.link) }
        return [name + [Inline(": ")] + row.cells[1], []]
    }

    private func styled(_ cell: [Inline], _ row: ReadablePage.Row) -> [Inline] {
        row.isHeading
            ? cell.map { Inline($0.text, $0.style.union(.strong), link: $0.link) } : cell
    }
}
