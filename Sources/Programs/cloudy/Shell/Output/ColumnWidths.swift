import Screen

/// The widths of columns on a terminal: id, name, URL, tags, and other facts.
enum ColumnWidths {
    /// The number of blanks between two columns.
    static let gap = 2
    /// The minimum width of a column; if there is less room, tags are left out, and then URLs.
    private static let least = 12

    /// Returns the widths: those of the widest texts if there is room, else less for names, tags
    /// and URLs; 0 for a hidden column.
    static func fitting(_ rows: [[String]], in columns: Int, _ measure: TextMeasure) -> [Int] {
        var widths = [0, 0, 0, 0, 0]
        for row in rows {
            for (index, text) in row.enumerated() {
                widths[index] = max(widths[index], measure.width(text))
            }
        }
        func room() -> Int {
            let shown = widths.count { $0 > 0 }
            return columns - widths[0] - widths[4] - gap * max(0, shown - 1)
        }
        if widths[1] + widths[2] + widths[3] <= room() { return widths }
        if room() < 3 * least { widths[3] = 0 }
        if room() < 2 * least { widths[widths[1] > 0 ? 2 : 1] = 0 }
        // Room that a column does not need goes to the next one.
        let all = max(1, room())
        widths[3] = min(widths[3], all / 4)
        widths[1] = min(widths[1], max(all * 2 / 5, all - widths[3] - widths[2]))
        widths[2] = min(widths[2], all - widths[3] - widths[1])
        return widths
    }
}
