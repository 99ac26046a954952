import BookmarkLibrary
import Bookmarks
import BookmarksUI
import KeyValueStore

/// The result of an edit.
struct EditReport: Sendable {
    var outcome: ActionOutcome?
    /// The number of the undo step; 0 for none.
    var step: Int64 = 0
    /// A further message.
    var warning: String?
    /// The result of a text in the editor.
    var text: TextEnd?

    /// Whether a whole edit was undone or redone.
    var isReversal: Bool {
        if case .reversed = outcome { true } else { false }
    }
}

extension EditReport {
    /// Makes the report of an edit, or of its failure.
    init(
        _ controller: BookmarksController, of effect: Effect? = nil,
        _ edit: () throws -> EditReport
    ) {
        let before = controller.latestStep
        do {
            self = try edit()
        } catch {
            self = EditReport(outcome: ActionOutcome(error, of: effect))
        }
        if controller.latestStep != before { step = controller.latestStep ?? 0 }
        let warnings = [warning, controller.takeUndoProblem()].compactMap { $0 }
        warning = warnings.isEmpty ? nil : warnings.joined(separator: ". ")
    }

    /// Makes the edit of an effect, and its report.
    init(_ effect: Effect, _ controller: BookmarksController, _ library: ListLibrary) {
        self.init(controller, of: effect) {
            switch effect {
            case .pageEdit(let asked):
                return Self(outcome: try asked.edit.edit(with: controller, in: library))
            case .undo: return Self(try controller.undo(), controller, isUndo: true)
            case .redo: return Self(try controller.redo(), controller, isUndo: false)
            default: return Self()
            }
        }
    }

    /// Makes the report of undo or redo.
    private init(_ reversal: Reversal?, _ controller: BookmarksController, isUndo: Bool) {
        guard let reversal else {
            let nothing = ActionOutcome.nothingToUndo(
                isElsewhere: controller.canAnybodyUndo, canRedo: controller.nextRedo != nil)
            self.init(outcome: isUndo ? nothing : .nothingToRedo)
            return
        }
        let what =
            reversal.isOwn
            ? reversal.title
            : "\(reversal.title) (\(reversal.session.words), "
                + "\(reversal.timeText(ListSession.now())))"
        self.init()
        if reversal.isAnything {
            outcome = .reversed(what: what, ids: reversal.ids, isUndo: isUndo)
        } else if reversal.isForgotten {
            let can = "Can't \(isUndo ? "undo" : "redo")"
            let they = reversal.stayingCount == 1 ? "it was" : "they were"
            outcome = .answered("\(can): \(what); \(they) deleted forever")
        } else if reversal.isWhole {
            let next = isUndo ? controller.nextUndo : controller.nextRedo
            outcome = .reversedAlready(what: what, isUndo: isUndo, goesOn: next != nil)
        } else {
            outcome = .answered("Nothing was done")
        }
        let inPart = (isUndo ? "Undone" : "Redone") + " in part: \(what)"
        if !reversal.isWhole {
            warning =
                reversal.isAnything
                ? "\(inPart); \(reversal.stayingWords)"
                : "Nothing was done: \(reversal.stayingWords)"
        } else if reversal.isAnything, let words = reversal.forgottenWords {
            warning = "\(inPart); \(words)"
        }
    }
}

extension ActionOutcome {
    /// Makes the report of an effect that failed or was stopped.
    init(_ error: any Error, of effect: Effect? = nil) {
        switch error {
        case is CancellationError: self = .answered("Stopped; nothing was changed")
        case let error as UnfinishedEdit where error.done == 0:
            self = .answered("Stopped; nothing was changed")
        case let error as UnfinishedEdit:
            let part = "\(bookmarks(error.done)) of \(grouped(error.total))"
            let why = error.reason.map { message(for: $0) }
            let what = why.map { "\($0) Done: \(part)" } ?? "Stopped after \(part)"
            self =
                effect == .undo || effect == .redo
                ? .halted(what: "\(what); press the key again to continue", isUndo: effect == .undo)
                : .changed(what: what, ids: [])
        case BookmarkError.duplicate(let row, _): self = .alreadyThere(name: row.title)
        case let error as BookmarkError: self = .failed(error.messageInList)
        default: self = .failed(message(for: error))
        }
    }
}
