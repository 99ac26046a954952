import BookmarkLibrary
import Bookmarks
import BookmarksUI
import KeyValueStore

// Thousands of changes by other threads and devices reach the list in small parts, so that it
// answers keys in between. An edit of thousands of bookmarks runs on another thread, which reports
// its changes in the same way.

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

    /// Has another thread edit for this list, which it tells of each part.
    func makeApart(
        _ edit: OngoingEdit, _ body: @escaping @Sendable (BookmarksController) -> EditReport
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
            let report = body(controller)
            home.settle()
            mailbox.post(.edited(report))
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
        if let report = editReport { finishApart(report) }
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

    private func finishApart(_ report: EditReport) {
        editReport = nil
        editTask = nil
        send(.edited)
        finish(report)
        keepPromises(after: report.isReversal || report.step != 0)
        if isQuitting, editTask == nil { quit() }
    }

    /// Undoes and redoes what a person wanted undone or redone while it was still being made.
    ///
    /// - Parameter isAnything: whether anything was made. Else undo would take back what was made
    ///   before.
    func keepPromises(after isAnything: Bool) {
        if !isAnything { promised = [] }
        // While an import goes on, undo would only be promised again.
        while !promised.isEmpty, editTask == nil, !operations.areEditing {
            perform(promised.removeFirst())
        }
    }
}
