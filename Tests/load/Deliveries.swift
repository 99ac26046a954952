import Synchronization

/// The notes that each machine has received.
final class Deliveries: Sendable {
    let machines: Int
    private let groupStart: [Int]
    private let groupEnd: [Int]
    private let state: Mutex<State>
    /// The start of this run: a note that was due earlier is from an earlier run.
    private let began = nanoseconds()

    private struct State: Sendable {
        var ready = 0
        /// The last note of each machine.
        var written: [UInt32]
        /// For each machine, the last note that it received from each other machine of its group.
        var told: [[UInt32]]
        var latency = Durations()
    }

    /// - Parameter groups: the number of machines in each group.
    init(groups: [Int]) {
        var start: [Int] = []
        var end: [Int] = []
        var count = 0
        for size in groups {
            start += Array(repeating: count, count: size)
            count += size
            end += Array(repeating: count, count: size)
        }
        machines = count
        groupStart = start
        groupEnd = end
        let told = start.indices.map { [UInt32](repeating: 0, count: end[$0] - start[$0]) }
        state = Mutex(State(written: Array(repeating: 0, count: count), told: told))
    }

    var latency: Durations { state.withLock { $0.latency } }

    func noteReady() { state.withLock { $0.ready += 1 } }

    func noteWritten(_ number: UInt32, by machine: Int) {
        state.withLock { $0.written[machine] = number }
    }

    /// A later note also counts for all earlier ones, since the store keeps only the last.
    func note(_ note: Note, by machine: Int) {
        guard note.time >= began else { return }
        let now = nanoseconds()
        let index = Int(note.writer) - groupStart[machine]
        state.withLock { state in
            guard state.told[machine].indices.contains(index),
                state.told[machine][index] < note.number
            else { return }
            state.told[machine][index] = note.number
            state.latency.add(now - note.time)
        }
    }

    /// Waits until this many machines are connected.
    func waitForReady(_ count: Int) async throws {
        for _ in 0..<12_000 where state.withLock({ $0.ready }) < count {
            try await Task.sleep(for: .milliseconds(5))
        }
        if state.withLock({ $0.ready }) < count { throw LoadError("Not all can connect.") }
    }

    /// Waits until each machine has received the last note of all others in its group.
    func waitForAll(seconds: Int) async throws -> Bool {
        for _ in 0..<seconds * 50 {
            if isWhole { return true }
            try await Task.sleep(for: .milliseconds(20))
        }
        return isWhole
    }

    private var isWhole: Bool {
        state.withLock { state in
            state.told.indices.allSatisfy { machine in
                let written = state.written[groupStart[machine]..<groupEnd[machine]]
                return zip(written.indices, zip(written, state.told[machine])).allSatisfy {
                    $0 == machine || $1.0 <= $1.1
                }
            }
        }
    }
}
