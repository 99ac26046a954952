import BookmarksUI

/// A report of an operation to the list.
struct OperationReport: Sendable {
    /// The number of the operation.
    var number: Int
    var answer: PageAnswer?
    var edit: OperationEdit?
    /// Whether the operation has ended.
    var isLast: Bool
}

/// The background operations of pages.
struct RunningOperations {
    private struct Running {
        var number: Int
        var kind: OperationKind
        var accountWork: String?
        /// Whether it is editing now.
        var isEditing: Bool
        /// Starts the operation; `nil` once it was started.
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

    /// The running operations, the oldest first.
    private var running: [Running] = []
    /// The ends of edits, until the list shows all of them.
    private var ends: [OperationReport] = []
    private var count = 0

    /// The first operation that belongs to the account in which it began, in a word; `nil` if there
    /// is none.
    var accountWork: String? { running.first { $0.accountWork != nil }?.accountWork }

    /// Whether any operation is editing now.
    var areEditing: Bool { running.contains(where: \.isEditing) }

    /// Cancels the oldest operation of a kind, to make room for another one.
    mutating func makeRoom<Operation: PageOperation>(for operation: Operation) {
        let kind = OperationKind(Operation.self)
        while running.count(where: { $0.kind == kind }) >= Operation.limit,
            let oldest = running.firstIndex(where: { $0.kind == kind })
        {
            running.remove(at: oldest).task?.cancel()
        }
    }

    /// Adds an operation. One that edits starts at once, others with ``beginWaiting()``.
    mutating func add<Operation: PageOperation>(
        _ operation: Operation, in library: ListLibrary
    ) {
        count += 1
        let kind = OperationKind(Operation.self)
        running.append(
            Running(
                number: count, kind: kind, accountWork: Operation.accountWork,
                isEditing: Operation.isOneEdit
            ) { number in Self.task(operation, number, library) })
        if Operation.accountWork != nil { running[running.count - 1].begin() }
    }

    /// Starts the task of an operation, which posts its answers.
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
                    mailbox.post(.event(.failed(AnyPageRequest(request: operation))))
                }
                report(nil, true)
            }
        }
    }

    /// Starts the waiting operations, after the person sees the effect of the key.
    mutating func beginWaiting() {
        for index in running.indices { running[index].begin() }
    }

    /// Asks all operations of a kind to stop. They still report their ends.
    mutating func cancel(_ kind: OperationKind) {
        for index in running.indices where running[index].kind == kind {
            running[index].isCanceled = true
            running[index].task?.cancel()
        }
    }

    /// Takes a report, and returns the answer for the screen. The end of an edit is reported when
    /// the list shows all of it: see ``takeEnd()``.
    mutating func receive(_ report: OperationReport) -> PageAnswer? {
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

    /// Returns the oldest end that was not reported yet.
    mutating func takeEnd() -> OperationReport? {
        guard !ends.isEmpty else { return nil }
        let end = ends.removeFirst()
        running.removeAll { $0.number == end.number }
        return end
    }

    /// Ends all operations with the list. Finished parts of an edit stay as one undo step.
    func end() {
        for operation in running { operation.task?.cancel() }
        let edits = running.filter(\.isEditing).compactMap(\.task)
        if edits.isEmpty { return }
        _ = try? waitFor { for edit in edits { await edit.value } }
    }
}
