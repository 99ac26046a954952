extension DocumentEditor {
    /// Documents that arrive one after the other, and are kept at once in one undo step.
    public struct Series {
        /// The number of documents that may arrive.
        let total: Int
        /// The documents that were kept.
        var items: [Item] = []
        var step = EditRecorder.OpenStep { _ in "" }

        public init(total: Int) {
            self.total = total
        }
    }

    /// Keeps documents of a series. They stay if the program ends before the others arrive.
    public func keep(_ new: [Item], in series: inout Series) throws {
        let changes = try changes(keeping: new).changes
        series.items += new
        if changes.isEmpty { return }
        let title = try title(of: series.items)
        series.step.title = { _ in title }
        series.step.total = series.items.count < series.total ? series.total : 0
        _ = try recorder.perform(changes, of: &series.step)
    }

    /// Records that no more documents of a series arrive.
    public func finish(_ series: Series) throws { try recorder.finish(series.step) }
}
