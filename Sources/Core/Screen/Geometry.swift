/// The size of a screen, in character cells.
public struct Size: Sendable, Hashable {
    /// The number of columns, never negative.
    public var columns: Int
    /// The number of rows, never negative.
    public var rows: Int

    /// Makes a size. Negative numbers count as zero, so that a caller may subtract borders.
    public init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }
}

/// A cell of the screen, counted from zero at the top left. It may be outside of the screen.
public struct Position: Sendable, Hashable {
    /// The column, counted from zero at the left.
    public var column: Int
    /// The row, counted from zero at the top.
    public var row: Int

    /// Makes the position of a cell.
    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}
