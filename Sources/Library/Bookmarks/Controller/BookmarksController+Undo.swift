extension BookmarksController {
    /// The title of the step that the next undo reverts, or `nil`.
    public var nextUndo: String? { recorder.nextUndo }

    /// The whole step that the next undo reverts, or `nil`.
    public var nextUndoStep: KeptStep? { recorder.nextUndoStep }

    /// The title of the step that the next redo repeats, or `nil`.
    public var nextRedo: String? { recorder.nextRedo }

    /// Whether any session of this device made a step that can be undone.
    public var canAnybodyUndo: Bool { recorder.canAnybodyUndo }

    /// Returns the step that the next undo reverts, if it was interrupted and only a part of it is
    /// done.
    public func unfinishedStep() throws -> KeptStep? { try recorder.unfinishedStep() }

    /// Returns the steps that can be undone, the next first.
    public func undoableSteps() throws -> [KeptStep] { try recorder.undoableSteps() }

    /// Returns the steps that can be redone, the next first.
    public func redoableSteps() throws -> [KeptStep] { try recorder.redoableSteps() }

    /// Returns the number of a step's changes that are about documents; the others are about
    /// bookmarks.
    public func documents(in step: KeptStep) -> Int { recorder.documents(in: step) }

    /// Reverts the latest step; returns `nil` if there is none. A list reverts its own steps first,
    /// then earlier ones of the device. If it made none, it reverts the latest step of the device.
    public func undo() throws -> Reversal? { try recorder.undo() }

    /// Redoes the step that was undone last; returns `nil` if there is none.
    public func redo() throws -> Reversal? { try recorder.redo() }

    /// Ends the session of this list, because the person closed it. The next list does not count
    /// its steps as its own.
    public func closeSession() throws { try recorder.closeSession() }

    /// Returns a problem with the undo data since the last call, as a sentence.
    public func takeUndoProblem() -> String? { recorder.takeUndoProblem() }
}
