/// The edit that undo reverts next, and whether that is worth offering.
public struct UndoOffer: Sendable, Hashable {
    /// The next edit; `nil` if there is none.
    public var next: NextUndo? {
        didSet {
            // A later edit of this list is undone before a change that undo does not cover.
            guard let next, next.isOwn else { return }
            if next.step > oldValue?.step ?? 0 { uncovered = nil }
        }
    }
    /// The step of the outcome that is being reported, 0 if there is none: a message offers to undo
    /// only that step. `nil` means ``next``.
    public var spokenStep: Int64?
    /// The latest change, if undo does not cover it.
    var uncovered: UncoveredChange?

    /// Whether the next undo reverts the latest change.
    var coversLatestChange: Bool { next != nil && uncovered == nil }
}

/// An edit that undo reverts next.
public struct NextUndo: Sendable, Hashable {
    /// The number of the step; later steps have higher numbers.
    public var step: Int64
    /// Whether this list made it.
    public var isOwn: Bool

    public init(step: Int64, isOwn: Bool = true) {
        self.step = step
        self.isOwn = isOwn
    }
}
