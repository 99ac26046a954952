/// The progress of an edit of many bookmarks.
public struct EditProgress: Sendable, Hashable {
    /// The number of items done so far, and of all items. The caller knows their kind.
    public var done: Int
    public var total: Int
    /// The bookmarks that the latest part changed.
    public var ids: [String]

    /// Makes the progress after `done` of `total` bookmarks, the latest part of which changed
    /// `ids`.
    public init(done: Int, total: Int, ids: [String]) {
        self.done = done
        self.total = total
        self.ids = ids
    }
}

/// The error for an edit of many bookmarks that ended early. Its finished changes stay as one step.
public struct UnfinishedEdit: Error {
    /// The number of items done, and of all items.
    public var done: Int
    public var total: Int
    /// The error; `nil` if it was cancelled.
    public var reason: (any Error)?
}

extension EditRecorder {
    /// Makes an edit of many bookmarks in parts, so that other processes can read and write in
    /// between. All parts are one undo step, even if the edit ends early.
    ///
    /// Throws the error of the first part, after which nothing has changed; later errors are
    /// wrapped in ``UnfinishedEdit``.
    ///
    /// - Parameters:
    ///   - title: the name of the step, given the number of changed bookmarks.
    ///   - check: called in the transaction of each part; if it throws, the part changes nothing.
    ///   - changes: returns the changes of a part of the items, from their current state.
    ///   - didChange: called after each part with the changed bookmarks.
    func performInParts<Item>(
        _ items: [Item], title: @escaping (Int) -> String,
        check: (ArraySlice<Item>, any BookmarkTransaction) throws -> Void = { _, _ in },
        _ changes: (ArraySlice<Item>) throws -> [EditStep.Change],
        didChange: ([String]) -> Void = { _ in }
    ) throws {
        var step = OpenStep(title: title)
        try inParts(items.count) { range in
            step.total = range.upperBound < items.count ? items.count : 0
            let part = items[range]
            let ids = try perform(changes(part), of: &step) { tables, _ in
                try check(part, tables)
            }
            didChange(ids)
            return ids
        }
        try finish(step)
    }

    /// Works as the other `performInParts`, for a step whose title does not depend on its changes.
    func performInParts<Item>(
        _ items: [Item], titled title: String,
        _ changes: (ArraySlice<Item>) throws -> [EditStep.Change],
        didChange: ([String]) -> Void = { _ in }
    ) throws {
        try performInParts(items, title: { _ in title }, changes, didChange: didChange)
    }

    /// Records that a step is complete, if its last part had nothing to record.
    func finish(_ step: OpenStep) throws {
        if let number = step.number, !step.isWhole { try journal.finish(number) }
    }

    /// Calls `body` for one part after the other, each of which is a transaction.
    func inParts(_ total: Int, _ body: (Range<Int>) throws -> [String]) throws {
        var done = 0
        do {
            try onPart?(EditProgress(done: 0, total: total, ids: []))
            while done < total {
                let end = min(done + partSize.count, total)
                let begin = now()
                let ids = try body(done..<end)
                partSize.follow(seconds: now() - begin)
                done = end
                try onPart?(EditProgress(done: done, total: total, ids: ids))
            }
        } catch is CancellationError {
            // An edit stopped only after its last change counts as done.
            if done < total { throw UnfinishedEdit(done: done, total: total, reason: nil) }
        } catch {
            if done == 0 { throw error }
            throw UnfinishedEdit(done: done, total: total, reason: error)
        }
    }
}

/// The number of bookmarks to change in one transaction: few enough that a person notices no delay,
/// but not fewer, since each transaction writes the same index pages again.
struct PartSize {
    static let first = 1000
    private static let least = 250
    private static let most = 8000

    private(set) var count = first

    /// Adapts the size to the duration of a part.
    mutating func follow(seconds: Double) {
        if seconds > 0.15 { count = max(Self.least, count / 2) }
        if seconds < 0.05 { count = min(Self.most, count * 2) }
    }
}
