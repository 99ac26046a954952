/// One machine that is connected to what is measured.
protocol Machine: Sendable {
    /// Connects, and gives each note that another machine of the group wrote to `told`, until the
    /// task is cancelled. Calls `ready` when it would be told.
    func listen(
        ready: @escaping @Sendable () -> Void, told: @escaping @Sendable (Note) -> Void
    ) async throws

    /// Writes a note over its last one, and returns when it is durable.
    func write(_ note: Note) async throws
}

/// The place of a machine's note: a machine is one of a group, and is told of its group only.
struct Place: Sendable {
    /// The number of the machine among all.
    var machine: UInt32
    /// The number of its group.
    var group: Int
}
