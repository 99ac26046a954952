/// A machine that is connected to the measured server.
protocol Machine: Sendable {
    /// Connects, and passes each note that another machine of the group writes to `told`, until the
    /// task is cancelled. Calls `ready` once it would receive notes.
    func listen(
        ready: @escaping @Sendable () -> Void, told: @escaping @Sendable (Note) -> Void
    ) async throws

    /// Replaces its last note, and returns when the new one is durable.
    func write(_ note: Note) async throws
}

/// The place of a machine: it belongs to a group, and receives only the notes of that group.
struct Place: Sendable {
    /// The number of the machine, among all machines.
    var machine: UInt32
    /// The number of its group.
    var group: Int
}
