import Synchronization

/// Machines that write notes and receive those of others, and the measured result.
struct Load: Sendable {
    /// The machines of each group.
    var groups: [[any Machine]]
    /// Notes per second, of all machines together.
    var rate: Double
    var seconds: Double
    /// The process whose memory and processor time are measured.
    var server: ServerProcess?

    /// Connects all machines, makes them write, and waits until each has received everything.
    func run() async throws -> Outcome {
        let deliveries = Deliveries(groups: groups.map(\.count))
        let before = server?.memory
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            for (machine, number) in zip(groups.joined(), 0...) {
                tasks.addTask {
                    try await machine.listen(
                        ready: { deliveries.noteReady() },
                        told: { deliveries.note($0, by: number) })
                }
                // A few connect at a time, as after a restart of the server.
                if number % 50 == 49 { try await deliveries.waitForReady(number - 100) }
            }
            try await deliveries.waitForReady(deliveries.machines)
            try await Task.sleep(for: .seconds(3))
            let idle = server?.memory
            let times = (server?.seconds, ownSeconds())
            let began = nanoseconds()
            let written = try await write(deliveries)
            let ended = nanoseconds()
            let isWhole = try await deliveries.waitForAll(seconds: 60)
            defer { tasks.cancelAll() }
            return Outcome(
                machines: deliveries.machines, edits: written,
                seconds: Double(ended - began) / 1e9,
                settling: isWhole ? Double(nanoseconds() - ended) / 1e9 : nil,
                latency: deliveries.latency, memoryBefore: before, memoryIdle: idle,
                memoryAfter: server?.memory,
                serverSeconds: server.flatMap { server in
                    times.0.map { (server.seconds ?? $0) - $0 }
                },
                ownSeconds: ownSeconds() - times.1)
        }
    }

    /// The machines write in turns, and each writes its next note when the last one is durable. A
    /// note's time is when it was due, so that a delay by the server also counts for the notes that
    /// wait behind it.
    private func write(_ deliveries: Deliveries) async throws -> Int {
        let machines = Array(groups.joined())
        let total = Int(rate * seconds)
        let began = nanoseconds()
        try await withThrowingTaskGroup(of: Void.self) { writers in
            for (number, machine) in machines.enumerated() where number < total {
                writers.addTask {
                    var count: UInt32 = 0
                    for turn in stride(from: number, to: total, by: machines.count) {
                        let due = began + Int64(Double(turn) / rate * 1e9)
                        let wait = due - nanoseconds()
                        if wait > 0 { try await Task.sleep(for: .nanoseconds(wait)) }
                        count += 1
                        try await machine.write(
                            Note(writer: UInt32(number), number: count, time: due))
                        deliveries.noteWritten(count, by: number)
                    }
                }
            }
            try await writers.waitForAll()
        }
        return total
    }
}

/// The result of a load.
struct Outcome: Sendable {
    var machines: Int
    var edits: Int
    /// The time during which the machines wrote.
    var seconds: Double
    /// The time from the last note until all machines had everything; `nil` if they never did.
    var settling: Double?
    /// The time from when a note was due until another machine received it.
    var latency: Durations
    /// Resident memory in bytes: without machines, with idle ones, and at the end.
    var memoryBefore: Int?
    var memoryIdle: Int?
    var memoryAfter: Int?
    /// The processor time that the server and this program used meanwhile.
    var serverSeconds: Double?
    var ownSeconds: Double
}
