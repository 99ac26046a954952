import Screen

/// A word of a menu that waits for a single key, and the effect of a click on it.
struct MenuEntry: Hashable {
    var text: String
    var click: Spot.Click?

    init(_ text: String, _ click: Spot.Click? = nil) {
        self.text = text
        self.click = click
    }
}

extension TextMeasure {
    /// Returns the entries of a menu in lines of at most `columns`. No entry is broken, unless it
    /// is longer than a line.
    func lines(of entries: [MenuEntry], to columns: Int) -> [[MenuEntry]] {
        var lines: [[MenuEntry]] = []
        var width = 0
        for entry in entries {
            let own = self.width(entry.text)
            if lines.isEmpty || width + 1 + own > columns {
                lines.append([entry])
                width = own
            } else {
                lines[lines.count - 1].append(entry)
                width += 1 + own
            }
        }
        return lines
    }
}

extension TextLine {
    /// A line of a menu.
    init(_ entries: [MenuEntry], _ role: Role, at column: Int = 1) {
        var line = TextLine("", role, at: column)
        for (number, entry) in entries.enumerated() {
            if number > 0 { line = line.adding(" ", role) }
            line = line.adding(entry.text, role, does: entry.click)
        }
        self = line
    }
}
