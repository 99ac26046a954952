import Documents

extension DocumentEditor {
    /// Documents that arrive one after the other, and are kept at once in one undo step.
    public struct Series {
        /// The number of documents that may arrive.
        let total: Int
        /// The number of documents that arrived.
        var arrived = 0
        /// The documents that changed something.
        var items: [Item] = []
        var step = EditRecorder.OpenStep { _ in "" }

        public init(total: Int) {
            self.total = total
        }
    }

    /// Keeps documents of a series. They stay if the program ends before the others arrive.
    public func keep(_ new: [Item], in series: inout Series) throws {
        let (ids, changes) = try changes(keeping: new)
        series.arrived += new.count
        if changes.isEmpty { return }
        let changed = Set(changes.map(\.id))
        series.items += zip(new, ids).filter { changed.contains(Document.keyPrefix + $1) }.map(\.0)
        let title = try title(of: series.items)
        series.step.title = { _ in title }
        series.step.total = series.arrived < series.total ? series.total : 0
        _ = try recorder.perform(changes, of: &series.step)
    }

    /// Records that no more documents of a series arrive.
    public func finish(_ series: Series) throws { try recorder.finish(series.step) }
}
