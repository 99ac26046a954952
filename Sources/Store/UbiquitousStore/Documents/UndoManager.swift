import Foundation

// Foundation on Linux has no UndoManager. If it gains one, this file can be removed.

/// Keeps the steps of a document that can be undone and redone.
///
/// It has the parts of Apple's class that ``Document`` needs. No run loop groups steps: outside of
/// ``beginUndoGrouping()``, each registration is a step of its own.
@MainActor
public final class UndoManager {
    private struct Step {
        var actions: [@MainActor () -> Void] = []
        var name = ""
    }

    private enum Mode { case recording, undoing, redoing }

    private var undoSteps: [Step] = []
    private var redoSteps: [Step] = []
    private var open: Step?
    private var mode = Mode.recording
    private var disabled = 0
    /// Called for each change that is done, undone or redone.
    var observer: (@MainActor (Document.ChangeKind) -> Void)?

    /// The number of groups that have begun and not ended.
    public private(set) var groupingLevel = 0

    /// The most steps to keep; 0 for any number. The oldest are dropped first.
    public var levelsOfUndo = 0 { didSet { trim() } }

    /// An empty manager.
    public init() {}

    /// Whether there is a step to undo. A group that has not ended counts.
    public var canUndo: Bool { !undoSteps.isEmpty || open.map { !$0.actions.isEmpty } ?? false }
    /// Whether there is a step to redo.
    public var canRedo: Bool { !redoSteps.isEmpty }
    /// Whether ``undo()`` is running. Actions registered meanwhile are for ``redo()``.
    public var isUndoing: Bool { mode == .undoing }
    /// Whether ``redo()`` is running.
    public var isRedoing: Bool { mode == .redoing }
    /// Whether registrations are kept.
    public var isUndoRegistrationEnabled: Bool { disabled == 0 }
    /// The name of the step that ``undo()`` would undo; empty if it has no name.
    public var undoActionName: String { undoSteps.last?.name ?? "" }
    /// The name of the step that ``redo()`` would redo; empty if it has no name.
    public var redoActionName: String { redoSteps.last?.name ?? "" }

    /// Registers a call that reverts the latest change. The target is not kept alive; when it is
    /// gone, the call does nothing.
    public func registerUndo<Target: AnyObject>(
        withTarget target: Target, handler: @escaping @MainActor (Target) -> Void
    ) {
        guard isUndoRegistrationEnabled else { return }
        let action = { @MainActor [weak target] in
            if let target { handler(target) }
        }
        if open != nil {
            open?.actions.append(action)
        } else {
            close(Step(actions: [action]))
        }
    }

    /// Names the latest step, or the group that has begun.
    public func setActionName(_ actionName: String) {
        if open != nil {
            open?.name = actionName
        } else if !undoSteps.isEmpty {
            undoSteps[undoSteps.count - 1].name = actionName
        }
    }

    /// Begins a group: all actions registered until it ends are one step.
    public func beginUndoGrouping() {
        groupingLevel += 1
        if groupingLevel == 1, open == nil { open = Step() }
    }

    /// Ends a group. Does nothing if no group has begun.
    public func endUndoGrouping() {
        guard groupingLevel > 0 else { return }
        groupingLevel -= 1
        // Undo and redo end their own step, even if their actions group.
        guard groupingLevel == 0, mode == .recording, let step = open else { return }
        open = nil
        if !step.actions.isEmpty { close(step) }
    }

    /// Undoes the latest step. First ends all groups that have begun.
    public func undo() {
        while groupingLevel > 0 { endUndoGrouping() }
        perform(undoSteps.popLast(), .undoing)
    }

    /// Redoes the step that was undone last.
    public func redo() { perform(redoSteps.popLast(), .redoing) }

    /// Drops all steps.
    public func removeAllActions() {
        undoSteps = []
        redoSteps = []
        if open != nil { open = Step() }
    }

    /// Ignores registrations until ``enableUndoRegistration()`` has been called as many times.
    public func disableUndoRegistration() { disabled += 1 }
    /// Ends one ``disableUndoRegistration()``.
    public func enableUndoRegistration() { disabled = max(0, disabled - 1) }

    private func perform(_ step: Step?, _ mode: Mode) {
        guard let step else { return }
        self.mode = mode
        open = Step(name: step.name)
        for action in step.actions.reversed() { action() }
        let inverse = open
        open = nil
        if let inverse, !inverse.actions.isEmpty {
            if mode == .undoing { redoSteps.append(inverse) } else { undoSteps.append(inverse) }
        }
        self.mode = .recording
        observer?(mode == .undoing ? .undone : .redone)
    }

    private func close(_ step: Step) {
        undoSteps.append(step)
        redoSteps = []
        trim()
        observer?(.done)
    }

    private func trim() {
        guard levelsOfUndo > 0 else { return }
        undoSteps.removeFirst(max(0, undoSteps.count - levelsOfUndo))
        redoSteps.removeFirst(max(0, redoSteps.count - levelsOfUndo))
    }
}
