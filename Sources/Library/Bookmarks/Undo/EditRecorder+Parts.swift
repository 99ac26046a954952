/// How far an edit of many bookmarks is.
public struct EditProgress: Sendable, Hashable {
    /// How many it has gone through, and how many there are. The caller knows their kind.
    public var done: Int
    public var total: Int
    /// The bookmarks that are different now, of the part that was done last.
    public var ids: [String]

    /// `done` of `total` bookmarks, of which those in `ids` are different now.
    public init(done: Int, total: Int, ids: [String]) {
        self.done = done
        self.total = total
        self.ids = ids
    }
}

/// An edit of many bookmarks that ended before it was done. Finished changes stay, as one step.
public struct UnfinishedEdit: Error {
    /// How many it has gone through, and how many there were.
    public var done: Int
    public var total: Int
    /// The error; `nil` if it was cancelled.
    public var reason: (any Error)?
}

extension EditRecorder {
    /// Makes an edit of many bookmarks some at a time, so that others read and write in between. It
    /// is one step: everything done until it ends, however it ends, is undone as one.
    ///
    /// Throws the error of the first part, when nothing has changed; after that ``UnfinishedEdit``.
    ///
    /// - Parameters:
    ///   - title: the name of the step, given how many bookmarks are different.
    ///   - changes: the changes of some of the items, made from their present state.
    ///   - didChange: told which bookmarks are different after each part.
    func performInParts<Item>(
        _ items: [Item], title: @escaping (Int) -> String,
        _ changes: (ArraySlice<Item>) throws -> [EditStep.Change],
        didChange: ([String]) -> Void = { _ in }
    ) throws {
        var step = OpenStep(title: title)
        try inParts(items.count) { range in
            step.total = range.upperBound < items.count ? items.count : 0
            let ids = try perform(changes(items[range]), of: &step)
            didChange(ids)
            return ids
        }
        try finish(step)
    }

    /// As the other `performInParts`, for a step whose title does not depend on its changes.
    func performInParts<Item>(
        _ items: [Item], titled title: String,
        _ changes: (ArraySlice<Item>) throws -> [EditStep.Change],
        didChange: ([String]) -> Void = { _ in }
    ) throws {
        try performInParts(items, title: { _ in title }, changes, didChange: didChange)
    }

    /// Notes that a step is whole whose last part had nothing to keep.
    func finish(_ step: OpenStep) throws {
        if let number = step.number, !step.isWhole { try journal.finish(number) }
    }

    /// Calls `body` with one part after the other, each of which is a transaction.
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

/// How many bookmarks are changed in one transaction: as many as a person does not notice, and no
/// fewer, since each transaction writes the same index pages again.
struct PartSize {
    static let first = 1000
    private static let least = 250
    private static let most = 8000

    private(set) var count = first

    /// Learns from how long a part took.
    mutating func follow(seconds: Double) {
        if seconds > 0.15 { count = max(Self.least, count / 2) }
        if seconds < 0.05 { count = min(Self.most, count * 2) }
    }
}
