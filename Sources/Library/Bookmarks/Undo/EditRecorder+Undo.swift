import Documents
import KeyValueStore
import Replication

extension EditRecorder {
    var nextUndo: String? { nextUndoStep?.title }
    var nextUndoStep: KeptStep? { (try? journal.steps())?.nextUndo(of: session) }
    var nextRedo: String? { (try? journal.steps())?.nextRedo(of: session)?.title }

    var canAnybodyUndo: Bool {
        (try? journal.steps())?.contains { $0.undone == nil } ?? false
    }

    func unfinishedStep() throws -> KeptStep? {
        try journal.steps().nextUndo(of: session).flatMap { $0.isPart ? $0 : nil }
    }

    func undoableSteps() throws -> [KeptStep] { try journal.steps().allUndo(of: session) }

    func redoableSteps() throws -> [KeptStep] {
        var steps = try journal.steps()
        var found: [KeptStep] = []
        while let next = steps.nextRedo(of: session) {
            found.append(next)
            for index in steps.indices where steps[index].number == next.number {
                steps[index].undone = nil
            }
        }
        return found
    }

    /// Returns the number of documents that a step changed; 0 if that cannot be read, because
    /// listing the steps must not fail. Undo would drop such a step.
    func documents(in step: KeptStep) -> Int {
        (try? journal.documents(in: step)).flatMap(\.self) ?? 0
    }

    func undo() throws -> Reversal? {
        try reverse(isUndo: true) { $0.nextUndo(of: session) }
    }

    func redo() throws -> Reversal? {
        try reverse(isUndo: false) { $0.nextRedo(of: session) }
    }

    func closeSession() throws {
        if session.isList { try journal.rename(session, to: .closedList) }
    }

    func takeUndoProblem() -> String? { journal.takeProblem() }

    /// The error if another session undid, redid or extended the step at the same time.
    private struct Overtaken: Error {}

    private func reverse(
        isUndo: Bool, _ choose: ([KeptStep]) -> KeptStep?
    ) throws -> Reversal? {
        while let step = choose(try journal.steps()) {
            do {
                return try reverse(step, isUndo: isUndo)
            } catch is Overtaken {
                continue
            } catch is UnreadableTraces {
                try journal.drop()
            } catch is DecodingError {
                try journal.drop()
            }
        }
        return nil
    }

    /// Undoes or redoes a step in several transactions. After an interruption, call it again: the
    /// finished part stays.
    private func reverse(_ step: KeptStep, isUndo: Bool) throws -> Reversal {
        var reversal = Reversal(
            title: step.title, made: step.made, session: step.session,
            isOwn: step.session == session)
        var reader = TraceReader(step, isUndo: isUndo, journal)
        if step.changes <= 0 { throw UnreadableTraces() }
        // A damaged file may give a total larger than its pieces hold.
        let total = min(step.changes, step.pieces * EditTrace.pieceSize)
        var known = 0
        do {
            try inParts(total) { range in
                let traces = try reader.next(range.count)
                known += traces.count
                let isLast = range.upperBound == total
                let before = reversal.ids.count
                try reverse(traces, &reversal) { tables, _ in
                    let isMine =
                        isLast
                        ? try tables.setUndone(step, by: isUndo ? session : nil)
                        : try tables.setPartlyUndone(step.number, isUndo: isUndo)
                    if !isMine { throw Overtaken() }
                }
                return Array(reversal.ids[before...])
            }
            reversal.forgottenCount = total - known
        } catch let error as UnfinishedEdit {
            // Another terminal does the same; the part done so far stays.
            if let reason = error.reason, reason is UnreadableTraces || reason is DecodingError {
                throw reason
            }
            guard error.reason is Overtaken else { throw error }
        }
        // If the step counted as done, undo would offer it next, although nothing of it is left.
        if !isUndo, !reversal.isWhole, !reversal.isAnything { try journal.forget(step.number) }
        if isUndo { reversal.ids.reverse() }
        return reversal
    }

    /// Reads the traces of a step in the order in which they are reversed.
    private struct TraceReader {
        let step: KeptStep
        let isUndo: Bool
        let journal: any EditJournal
        private var piece = 0
        private var traces: [EditTrace] = []

        init(_ step: KeptStep, isUndo: Bool, _ journal: any EditJournal) {
            (self.step, self.isUndo, self.journal) = (step, isUndo, journal)
        }

        /// Returns the next traces, reversed for redo.
        mutating func next(_ count: Int) throws -> [EditTrace] {
            // A bookmark that was deleted forever has no trace.
            while traces.count < count, piece < step.pieces {
                let index = isUndo ? step.pieces - 1 - piece : piece
                guard let bytes = try journal.piece(index, of: step.number)
                else { throw UnreadableTraces() }
                let some = try EditTrace.decode(bytes)
                traces += isUndo ? some.reversed() : some.map(\.opposite)
                piece += 1
            }
            defer { traces.removeFirst(min(count, traces.count)) }
            return Array(traces.prefix(count))
        }
    }

    private func reverse(
        _ traces: [EditTrace], _ reversal: inout Reversal, noting note: Note
    ) throws {
        var results: [(about: Reversal.Staying, back: EditTrace.UndoWrite)] = []
        let updates = traces.map { trace in
            StoreWrite(key: StoredBookmarks.key(trace.id)) { record in
                let back = trace.undoWrite(for: record)
                results.append(
                    (Reversal.Staying(trace, record, isNamed: back.stays != nil), back))
                return StoreWrite.Content(value: back.value, superseded: back.superseded)
            }
        }
        try write(updates, noting: note)
        reversal.documents += traces.count { $0.isDocument }
        for (about, back) in results {
            reversal.ids.append(about.id)
            if back.isAnything { reversal.changed += 1 }
            guard let stays = back.stays else { continue }
            reversal.stayingCount += 1
            guard reversal.staying.count < Reversal.limit else { continue }
            var staying = about
            if case .edited(let some) = stays { staying.fields = some }
            staying.isForgotten = stays == .forgotten
            reversal.staying.append(staying)
        }
    }
}

extension Reversal.Staying {
    /// Makes the subject of a trace: a bookmark, with its name if wanted, or a document of a
    /// bookmark.
    fileprivate init(_ trace: EditTrace, _ record: Record?, isNamed: Bool) {
        self.init(id: trace.id, name: trace.id, fields: [], isForgotten: false, kind: nil)
        if trace.isDocument {
            (id, name) = (String(trace.id.dropFirst(Document.keyPrefix.count)), "")
            guard let record, let document = Document(key: trace.id, record: record) else { return }
            (id, name, kind) = (document.bookmark, document.title, document.kind)
            (self.document, isUnsettled) = (document.id, document.isUnsettled)
        } else if isNamed, let record {
            name = Bookmark(id: trace.id, record: record)?.title ?? name
        }
    }
}
