import BookmarkLibrary
import Bookmarks
import BookmarksUI
import KeyValueStore

// Thousands of changes by other threads and devices reach the list in small parts, so that it
// answers keys in between. An edit of thousands of bookmarks runs on another thread, which reports
// its changes in the same way.

/// The result of a long edit.
struct OngoingEnd: Sendable {
    var outcome: ActionOutcome?
    /// The step that it made; 0 for none.
    var step: Int64 = 0
    /// A further message.
    var warning: String?
    /// The end of a text in the editor.
    var text: TextEnd?

    /// Whether it undid or redid an edit, all of it.
    var isReversal: Bool {
        switch outcome {
        case .undone, .redone: true
        default: false
        }
    }
}

/// Changes from elsewhere that the list takes in part by part.
struct Arrival {
    var change: ExternalChange
    /// How many of its keys were taken in.
    var done = 0
    var received = ReceivedChanges()
}

extension ListSession {
    /// How many rows are read between two keys.
    static let followedAtOnce = ExternalChange.mostRecords

    // MARK: Edits that go on

    /// Has another thread do what takes long. Returns whether that was so.
    func performApart(_ effect: Effect) throws -> Bool {
        let ongoing = try effect.ongoing(among: controller.list.total) {
            let steps =
                effect == .undo
                ? try controller.undoableSteps() : try controller.redoableSteps()
            return steps.first?.changes ?? 0
        }
        guard let (edit, isLong) = ongoing else { return false }
        let isReversal = effect == .undo || effect == .redo
        if editTask != nil || isReversal && operations.areEditing {
            // One after the other; and what would be taken back is still being made.
            if !isReversal {
                state.refuseWhileOngoing()
            } else if state.promiseReversal(isUndo: effect == .undo) {
                promised.append(effect)
            }
            return true
        }
        if !isLong { return false }
        let places: [String: String] =
            if case .move(let ids, let move) = effect { controller.places(ids, move) } else { [:] }
        doApart(edit) { [library] in OngoingEnd.of(effect, $0, library, places) }
        return true
    }

    /// Has another thread edit for this list, which it tells of each part.
    func doApart(
        _ edit: OngoingEdit, _ body: @escaping @Sendable (BookmarksController) -> OngoingEnd
    ) {
        state.begin(edit)
        editTask = Task.detached { [home, mirror, mailbox, session = controller.session] in
            // The controller of the list belongs to its thread; this one edits for the same list.
            let controller = home.makeController(mirror: mirror, session: session)
            controller.onPart = { progress in
                mailbox.post(.stored(ids: progress.ids))
                mailbox.post(.event(.editing(done: progress.done, of: progress.total)))
                if Task.isCancelled { throw CancellationError() }
            }
            let end = body(controller)
            home.settle()
            mailbox.post(.edited(end))
        }
    }

    /// Ends an edit with the list. Changes made until then stay, as one step.
    func endOngoing() {
        guard let editTask else { return }
        editTask.cancel()
        _ = try? waitFor { await editTask.value }
    }

    // MARK: Changes shown in parts

    /// Whether there is something that the list does not show yet.
    var hasParts: Bool { !changedIDs.isEmpty || !arrivals.isEmpty }

    /// Shows some of what other threads and devices did, so that keys come between.
    func followParts() {
        if hasParts {
            do {
                try changedIDs.isEmpty ? followArrival() : followOwn()
            } catch {
                send(.message(.error, message(for: error)))
            }
            send(.listChanged)
        }
        guard changedIDs.isEmpty else { return }
        let ended = endedEdits
        endedEdits = []
        for end in ended { finish(end) }
        if let end = editEnd { finishOngoing(end) }
    }

    private func followOwn() throws {
        let some = Array(changedIDs.prefix(Self.followedAtOnce))
        changedIDs.removeFirst(some.count)
        try controller.takeIn(own: some)
    }

    /// Takes in what others changed, all of it at once where it is little.
    func arrive(_ change: ExternalChange) throws {
        let isFirst = arrivals.isEmpty
        arrivals.append(Arrival(change: change))
        guard isFirst, change.keys.count <= Self.followedAtOnce else { return }
        try followArrival()
        send(.listChanged)
    }

    private func followArrival() throws {
        guard var arrival = arrivals.first else { return }
        // If this one fails, the next ones still have their turn.
        arrivals.removeFirst()
        let end = min(arrival.done + Self.followedAtOnce, arrival.change.keys.count)
        let some = arrival.change.part(arrival.done..<end)
        arrival.done = end
        arrival.received.changes += try controller.takeIn(some).changes
        guard end == arrival.change.keys.count else { return arrivals.insert(arrival, at: 0) }
        noteNextUndo()
        if !arrival.received.changes.isEmpty {
            send(.listChanged)
            send(.received(arrival.received))
        }
    }

    func finishOngoing(_ end: OngoingEnd) {
        editEnd = nil
        editTask = nil
        send(.edited)
        if let outcome = end.outcome { edited(outcome, step: end.step) }
        if let text = end.text { follow(text) }
        if let warning = end.warning { send(.message(.warning, warning)) }
        keepPromises(after: end.isReversal || end.step != 0)
        if isQuitting, editTask == nil { quit() }
    }

    /// Undoes and redoes what a person wanted undone or redone while it was still being made.
    ///
    /// - Parameter isAnything: whether anything was made. Else undo would take back what was made
    ///   before.
    func keepPromises(after isAnything: Bool) {
        if !isAnything { promised = [] }
        while !promised.isEmpty, editTask == nil { perform(promised.removeFirst()) }
    }
}

extension OngoingEnd {
    /// Does what an effect asks for.
    static func of(
        _ effect: Effect, _ controller: BookmarksController, _ library: ListLibrary,
        _ places: [String: String]
    ) -> OngoingEnd {
        of(controller, as: effect) {
            try made(effect, controller, library, places)
        }
    }

    /// The result of an edit, or the reason for its failure.
    static func of(
        _ controller: BookmarksController, as effect: Effect? = nil,
        _ edit: () throws -> OngoingEnd
    ) -> OngoingEnd {
        var end: OngoingEnd
        let before = controller.latestStep
        do {
            end = try edit()
        } catch is CancellationError {
            end = OngoingEnd(outcome: .nothingToChange("Stopped; nothing was changed"))
        } catch let error as UnfinishedEdit {
            let part = "\(bookmarks(error.done)) of \(grouped(error.total))"
            let why = error.reason.map { message(for: $0) }
            let what = why.map { "\($0) Done: \(part)" } ?? "Stopped after \(part)"
            end = OngoingEnd(
                outcome: error.done == 0
                    ? .nothingToChange("Stopped; nothing was changed")
                    : effect == .undo || effect == .redo
                        ? .halted(what: "\(what); the same key continues", isUndo: effect == .undo)
                        : .changed(what: what, ids: []))
        } catch let error as LabelError {
            end = OngoingEnd(outcome: .failed(error.description))
        } catch let error as BookmarkError {
            end = OngoingEnd(outcome: .failed(error.messageInList))
        } catch {
            end = OngoingEnd(outcome: .failed(message(for: error)))
        }
        if controller.latestStep != before { end.step = controller.latestStep ?? 0 }
        let warnings = [end.warning, controller.takeUndoProblem()].compactMap { $0 }
        end.warning = warnings.isEmpty ? nil : warnings.joined(separator: ". ")
        return end
    }

    private static func made(
        _ effect: Effect, _ controller: BookmarksController, _ library: ListLibrary,
        _ places: [String: String]
    ) throws -> OngoingEnd {
        switch effect {
        case .delete(let ids):
            let (what, deleted) = try controller.delete(ids: ids)
            return OngoingEnd(
                outcome: deleted.isEmpty
                    ? .nothingToChange("Already deleted elsewhere")
                    : .changed(what: what, ids: ids))
        case .change(let bulk, let ids):
            guard let (what, changed) = try controller.change(bulk, ids: ids) else {
                return OngoingEnd(
                    outcome: .nothingToChange(bulk.reasonForNothing(in: ids.count)))
            }
            return OngoingEnd(outcome: .changed(what: what, ids: changed))
        case .move(let ids, _):
            let isMoved = try !controller.put(ids, at: places).isEmpty
            let name = try ids.first.flatMap { try controller.bookmark(id: $0)?.title }
            return OngoingEnd(
                outcome: .moved(ids: ids, name: name ?? "", isAnything: isMoved))
        case .pageEdit(let asked):
            return OngoingEnd(outcome: try asked.edit.edit(with: controller, in: library))
        case .undo: return .of(try controller.undo(), controller, isUndo: true)
        case .redo: return .of(try controller.redo(), controller, isUndo: false)
        default: return OngoingEnd()
        }
    }

    /// The result of undo or redo.
    static func of(
        _ reversal: Reversal?, _ controller: BookmarksController, isUndo: Bool
    ) -> OngoingEnd {
        guard let reversal else {
            let nothing = ActionOutcome.nothingToUndo(
                isElsewhere: controller.canAnybodyUndo, canRedo: controller.nextRedo != nil)
            return OngoingEnd(outcome: isUndo ? nothing : .nothingToRedo)
        }
        let what =
            reversal.isOwn
            ? reversal.title
            : "\(reversal.title) (\(reversal.session.words), "
                + "\(reversal.when(ListSession.now())))"
        let id = reversal.ids.first
        var end: OngoingEnd
        if reversal.isAnything {
            end = OngoingEnd(
                outcome: isUndo
                    ? .undone(what: what, id: id, ids: reversal.ids)
                    : .redone(what: what, id: id, ids: reversal.ids))
        } else if reversal.isForgotten {
            let can = "Can't \(isUndo ? "undo" : "redo")"
            let they = reversal.stayingCount == 1 ? "it was" : "they were"
            end = OngoingEnd(
                outcome: .nothingToChange("\(can): \(what); \(they) deleted forever"))
        } else if reversal.isWhole {
            let next = isUndo ? controller.nextUndo : controller.nextRedo
            end = OngoingEnd(
                outcome: .reversedAlready(what: what, isUndo: isUndo, goesOn: next != nil))
        } else {
            end = OngoingEnd(outcome: .nothingToChange("Nothing was done"))
        }
        if !reversal.isWhole {
            let done = reversal.isAnything ? "Only partly done" : "Nothing was done"
            end.warning = "\(done): \(reversal.stayingWords)"
        }
        return end
    }
}
