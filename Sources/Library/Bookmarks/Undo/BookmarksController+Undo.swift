import KeyValueStore
import Replication

extension BookmarksController {
    /// The title of the step that the next undo reverts, or `nil`.
    public var nextUndo: String? { nextUndoStep?.title }
    /// The same with all that is kept of it.
    public var nextUndoStep: KeptStep? { (try? journal.steps())?.nextUndo(of: session) }
    /// The title of the step that the next redo repeats, or `nil`.
    public var nextRedo: String? { (try? journal.steps())?.nextRedo(of: session)?.title }

    /// Whether anybody on the device did something that could be taken back.
    public var canAnybodyUndo: Bool {
        (try? journal.steps())?.contains { $0.undone == nil } ?? false
    }

    /// The command that the next undo takes back, if it is done in part only: something ended it.
    public func unfinishedStep() throws -> KeptStep? {
        try journal.steps().nextUndo(of: session).flatMap { $0.isPart ? $0 : nil }
    }

    /// All that could be taken back, the next first.
    public func undoableSteps() throws -> [KeptStep] { try journal.steps().allUndo(of: session) }

    /// All that could be done again, the next first.
    public func redoableSteps() throws -> [KeptStep] {
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

    /// Takes the latest command back; `nil` when there is none. A list takes back what it did
    /// itself, and when it did nothing, the latest command of the device.
    public func undo() throws -> Reversal? {
        try reverse(isUndo: true) { $0.nextUndo(of: session) }
    }

    /// Does again what was taken back last; `nil` when there is nothing.
    public func redo() throws -> Reversal? {
        try reverse(isUndo: false) { $0.nextRedo(of: session) }
    }

    /// Says that the person has closed this list: its steps are no longer its own when the next one
    /// is opened.
    public func closeSession() throws {
        if session.isList { try journal.rename(session, to: .closedList) }
    }

    /// A problem of the undo data since the last call, in a sentence.
    public func takeUndoProblem() -> String? { journal.takeProblem() }

    // MARK: Keeping

    /// A step that is made in several transactions, while it is made.
    struct OpenStep {
        /// Its title, given how many bookmarks are different.
        var title: (Int) -> String
        /// How many bookmarks are different.
        var changed = 0
        /// How many it is to go through, while parts are missing; 0 with the last one.
        var total = 0
        /// Whether it is kept that nothing is missing.
        var isWhole = true
        /// Its number in the journal; `nil` until a part of it is kept.
        var number: Int64?
        /// Whether it cannot be kept. A part of it is not worth taking back.
        var isLost = false

        init(title: @escaping (Int) -> String) { self.title = title }
    }

    /// Makes the changes of a step, and keeps what it takes to take them back.
    func perform(_ step: EditStep) throws {
        try performInParts(step.changes, titled: step.title) { Array($0) }
    }

    /// Makes some of the changes of a step, all of them or none. Returns the bookmarks that are
    /// different.
    ///
    /// - Parameter check: told in the transaction that makes them; when it throws, none is made.
    func perform(
        _ changes: [EditStep.Change], of step: inout OpenStep,
        check: Note = { _, _ in }
    ) throws -> [String] {
        var next = step
        var ids: [String] = []
        try apply(changes) { tables, changes in
            try check(tables, changes)
            let traces = changes.compactMap { EditTrace($0) }
            if traces.isEmpty { return }
            ids = traces.map(\.id)
            next.changed += traces.count
            if next.isLost { return }
            let size = EditTrace.pieceSize
            let pieces = stride(from: 0, to: traces.count, by: size).map { start in
                let some = traces[start..<min(start + size, traces.count)]
                return TracePiece(bytes: EditTrace.encode(some), count: some.count)
            }
            let head = StepHead(
                title: next.title(next.changed), made: now(), session: session,
                missing: next.total)
            next.number = try tables.add(pieces, to: next.number, head)
            next.isLost = next.number == nil
            next.isWhole = next.total == 0
        }
        step = next
        if let number = next.number { latestStep = number }
        return ids
    }

    /// Forgets what is kept of bookmarks that were forgotten for good.
    func forgetTraces(of ids: [String]) throws {
        let ids = Set(ids)
        do {
            try journal.rewritePieces { try EditTrace.removing(ids, from: $0) }
        } catch is UnreadableTraces {
            try journal.drop()
        } catch is DecodingError {
            try journal.drop()
        }
    }

    // MARK: Taking back

    /// Another session undid or redid the step, or added to it, at this moment.
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

    /// Takes a step back, some in each transaction. After an interruption, call it again: the part
    /// that is undone stays undone.
    private func reverse(_ step: KeptStep, isUndo: Bool) throws -> Reversal {
        var reversal = Reversal(
            title: step.title, made: step.made, session: step.session,
            isOwn: step.session == session)
        var reader = TraceReader(step, isUndo: isUndo, journal)
        if step.changes <= 0 { throw UnreadableTraces() }
        // A damaged file may give a total larger than its pieces hold.
        let total = min(step.changes, step.pieces * EditTrace.pieceSize)
        do {
            try inParts(total) { range in
                let traces = try reader.next(range.count)
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
        } catch let error as UnfinishedEdit {
            // Another terminal does the same, and what is done is done.
            if let reason = error.reason, reason is UnreadableTraces || reason is DecodingError {
                throw reason
            }
            guard error.reason is Overtaken else { throw error }
        }
        // As done as before, it would be taken back next, and nothing of it is there.
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

        /// The next ones, reversed for redo.
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
        var results: [(trace: EditTrace, name: String, back: EditTrace.TakenBack)] = []
        let updates = traces.map { trace in
            let key = Self.keyPrefix + trace.id
            return StoreWrite(key: key) { record in
                let back = trace.takenBack(from: record)
                var name = trace.id
                if back.stays != nil, let record {
                    name = Bookmark(id: trace.id, record: record)?.title ?? name
                }
                results.append((trace, name, back))
                return StoreWrite.Content(value: back.value, superseded: back.superseded)
            }
        }
        try write(updates, noting: note)
        for (trace, name, back) in results {
            reversal.ids.append(trace.id)
            if back.isAnything { reversal.changed += 1 }
            guard let stays = back.stays else { continue }
            reversal.stayingCount += 1
            guard reversal.staying.count < Reversal.limit else { continue }
            var fields: [String] = []
            if case .edited(let some) = stays { fields = some }
            reversal.staying.append(
                Reversal.Staying(
                    id: trace.id, name: name, fields: fields, isForgotten: stays == .forgotten))
        }
    }
}
