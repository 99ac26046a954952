import Bookmarks
import Screen

extension Pen {
    /// Makes each tag, with its sign, in some columns a spot that filters by it.
    mutating func noteTags(in text: String, row: Int, columns: Range<Int>) {
        guard collectsSpots else { return }
        var column = columns.lowerBound
        for word in text.split(separator: " ") {
            let end = column + measure.width(String(word))
            note(
                .filter(QueryText.tag(String(word.dropFirst()))), row: row,
                columns: (column..<end).clamped(to: columns))
            column = end + 1
        }
    }
}

extension TextLine {
    /// Makes a line of tags with their signs; a click on a tag filters by it. A word that is only a
    /// part of a tag does nothing.
    init(tags line: String, of tags: [String], at column: Int = 1) {
        var pieces = [Piece(text: "", role: .tag, column: column)]
        for (number, word) in line.split(separator: " ", omittingEmptySubsequences: false)
            .enumerated()
        {
            let name = String(word.dropFirst())
            let click = tags.contains(name) ? Spot.Click.filter(QueryText.tag(name)) : nil
            if number > 0 { pieces.append(Piece(text: " ", role: .tag)) }
            pieces.append(Piece(text: String(word), role: .tag, click: click))
        }
        self.pieces = pieces
    }

    /// Makes a line of a folder's path; a click filters by the folder.
    init(folder line: String, of path: String, _ role: Role = .plain, at column: Int = 1) {
        pieces = [
            Piece(text: line, role: role, column: column, click: .filter(QueryText.folder(path)))
        ]
    }
}
