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
    private var count = 0

    /// Whether some belong to the account in which they were begun.
    var holdAccount: Bool { running.contains(where: \.edits) }

    /// Whether some edit at this moment.
    var areEditing: Bool { running.contains(where: \.isEditing) }

    /// Cancels the oldest of a kind, so that one more can begin.
    mutating func makeRoom(for kind: OperationKind, limit: Int) {
        while running.count(where: { $0.kind == kind }) >= limit,
            let oldest = running.firstIndex(where: { $0.kind == kind })
        {
            running.remove(at: oldest).task?.cancel()
        }
    }

    /// Takes up an operation, which gets a number. One that edits begins at once, others by
    /// ``beginWaiting()``.
    mutating func add(
        _ kind: OperationKind, edits: Bool, _ start: @escaping (Int) -> Task<Void, Never>
    ) {
        count += 1
        running.append(Running(number: count, kind: kind, edits: edits, start: start))
        if edits { running[running.count - 1].begin() }
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

    mutating func noteEdit(_ number: Int) {
        guard let index = running.firstIndex(where: { $0.number == number }) else { return }
        running[index].isEditing = true
    }

    func isEditing(_ number: Int) -> Bool {
        running.contains { $0.number == number && $0.isEditing }
    }

    mutating func remove(_ number: Int) { running.removeAll { $0.number == number } }

    /// Cancels all, and returns those that edit.
    func cancelAll() -> [Task<Void, Never>] {
        for operation in running { operation.task?.cancel() }
        return running.filter(\.isEditing).compactMap(\.task)
    }
}
