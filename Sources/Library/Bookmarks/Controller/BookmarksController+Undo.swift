extension BookmarksController {
    /// The title of the step that the next undo reverts, or `nil`.
    public var nextUndo: String? { recorder.nextUndo }

    /// The same with all that is kept of it.
    public var nextUndoStep: KeptStep? { recorder.nextUndoStep }

    /// The title of the step that the next redo repeats, or `nil`.
    public var nextRedo: String? { recorder.nextRedo }

    /// Whether anybody on the device did something that could be taken back.
    public var canAnybodyUndo: Bool { recorder.canAnybodyUndo }

    /// The command that the next undo takes back, if it is done in part only: something ended it.
    public func unfinishedStep() throws -> KeptStep? { try recorder.unfinishedStep() }

    /// The steps that can be undone, the next first.
    public func undoableSteps() throws -> [KeptStep] { try recorder.undoableSteps() }

    /// The steps that can be redone, the next first.
    public func redoableSteps() throws -> [KeptStep] { try recorder.redoableSteps() }

    /// How many of the changes of a step are about documents; the others are about bookmarks.
    public func documents(in step: KeptStep) -> Int { recorder.documents(in: step) }

    /// Takes the latest command back; `nil` when there is none. A list takes back its own commands,
    /// then earlier ones of the device. When it did nothing, it takes back the latest command of
    /// the device.
    public func undo() throws -> Reversal? { try recorder.undo() }

    /// Redoes the latest command that was taken back; `nil` when there is none.
    public func redo() throws -> Reversal? { try recorder.redo() }

    /// Says that the person has closed this list: its steps are no longer its own when the next one
    /// is opened.
    public func closeSession() throws { try recorder.closeSession() }

    /// A problem of the undo data since the last call, in a sentence.
    public func takeUndoProblem() -> String? { recorder.takeUndoProblem() }
}
