import BookmarksUI

/// A letter of an operation to the list.
struct OperationReport: Sendable {
    /// The operation that it is about.
    var number: Int
    var answer: PageAnswer?
    var edit: OperationEdit?
    /// Whether the operation has ended.
    var isLast: Bool
}

/// The operations of pages that run beside the list.
struct RunningOperations {
    private struct Running {
        var number: Int
        var kind: OperationKind
        var edits: Bool
        /// Whether it edits at this moment.
        var isEditing = false
        /// Starts it; `nil` once it was started.
        var start: ((Int) -> Task<Void, Never>)?
        var task: Task<Void, Never>?
        var isCanceled = false

        mutating func begin() {
            guard let start else { return }
            task = start(number)
            self.start = nil
            if isCanceled { task?.cancel() }
        }
    }

    /// The oldest first.
    private var running: [Running] = []
    /// The ends of those that edited, until the list shows what they did.
    private var ends: [OperationReport] = []
    private var count = 0

    /// Whether some belong to the account in which they were begun.
    var holdAccount: Bool { running.contains(where: \.edits) }

    /// Whether some edit at this moment.
    var areEditing: Bool { running.contains(where: \.isEditing) }

    /// Cancels the oldest of its kind, so that an operation can begin.
    mutating func makeRoom<Operation: PageOperation>(for operation: Operation) {
        let kind = OperationKind(Operation.self)
        while running.count(where: { $0.kind == kind }) >= Operation.limit,
            let oldest = running.firstIndex(where: { $0.kind == kind })
        {
            running.remove(at: oldest).task?.cancel()
        }
    }

    /// Takes up an operation. One that edits begins at once, others by ``beginWaiting()``.
    mutating func add<Operation: PageOperation>(
        _ operation: Operation, in library: ListLibrary
    ) {
        count += 1
        let kind = OperationKind(Operation.self)
        running.append(
            Running(number: count, kind: kind, edits: Operation.edits) { number in
                Self.task(operation, number, library)
            })
        if Operation.edits { running[running.count - 1].begin() }
    }

    /// Runs an operation, which posts its answers.
    private static func task<Operation: PageOperation>(
        _ operation: Operation, _ number: Int, _ library: ListLibrary
    ) -> Task<Void, Never> {
        let mailbox = library.mailbox
        let report = { @Sendable (answer: Operation.Answer?, isLast: Bool) in
            let report = OperationReport(
                number: number, answer: answer.map { PageAnswer($0, to: operation) },
                edit: answer.flatMap { operation.edit(at: $0) }, isLast: isLast)
            mailbox.post(.operation(report))
        }
        return Task.detached {
            do {
                report(try await operation.run(in: library) { report($0, false) }, true)
            } catch {
                if !(error is CancellationError) {
                    mailbox.say(.error, message(for: error))
                }
                report(nil, true)
            }
        }
    }

    /// Begins what has not begun: when the person sees what the key did, and not before.
    mutating func beginWaiting() {
        for index in running.indices { running[index].begin() }
    }

    /// Asks all of a kind to end. They still tell their ends.
    mutating func cancel(_ kind: OperationKind) {
        for index in running.indices where running[index].kind == kind {
            running[index].isCanceled = true
            running[index].task?.cancel()
        }
    }

    /// Notes how an operation goes on, and returns what the screen is told of it now. The end of
    /// an edit is told when the list shows all of it: see ``takeEnd()``.
    mutating func take(_ report: OperationReport) -> PageAnswer? {
        let index = running.firstIndex { $0.number == report.number }
        if report.edit == .begun, let index { running[index].isEditing = true }
        guard report.isLast else { return report.answer }
        if report.edit != nil || index.map({ running[$0].isEditing }) == true {
            ends.append(report)
            return nil
        }
        if let index { running.remove(at: index) }
        return report.answer
    }

    /// The oldest end that is not told yet.
    mutating func takeEnd() -> OperationReport? {
        guard !ends.isEmpty else { return nil }
        let end = ends.removeFirst()
        running.removeAll { $0.number == end.number }
        return end
    }

    /// Ends all with the list. The edits of one until then stay, as one step.
    func end() {
        for operation in running { operation.task?.cancel() }
        let edits = running.filter(\.isEditing).compactMap(\.task)
        if edits.isEmpty { return }
        _ = try? waitFor { for edit in edits { await edit.value } }
    }
}
