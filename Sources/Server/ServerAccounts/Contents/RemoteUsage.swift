import CloudServer
import Synchronization

/// The bytes of contents of an account in an object store, where counting takes a while.
///
/// One count serves all calls that wait for it, and no call waits long: until the first count ends,
/// nothing is refused, and bytes taken meanwhile are counted with the rest.
final class RemoteUsage: Sendable {
    private struct State {
        var count: UsageCount?
        var counting: Task<Void, any Error>?
        /// The bytes taken since the count began.
        var meanwhile = 0
    }

    private let state = Mutex(State())
    private let patience: Duration
    private let shortest: Duration
    private let bytes: @Sendable () async throws -> Int

    /// - Parameters:
    ///   - patience: the time that a call waits for the count.
    ///   - shortest: the shortest time that a count is valid.
    ///   - bytes: counts all bytes.
    init(
        patience: Duration = .seconds(10), shortest: Duration = .seconds(5),
        bytes: @escaping @Sendable () async throws -> Int
    ) {
        self.patience = patience
        self.shortest = shortest
        self.bytes = bytes
    }

    /// Reserves some bytes. Throws ``ContentsAreFull``, and the errors of counting.
    func reserve(_ bytes: Int, of limit: Int) async throws {
        if bytes <= 0 { return add(bytes) }
        try await count { $0?.isOld(for: bytes, of: limit, shortest: shortest) ?? true }
        try state.withLock { state in
            if state.counting != nil { state.meanwhile += bytes }
            guard var count = state.count else { return }
            let isRoom = count.reserve(bytes, of: limit)
            state.count = count
            if !isRoom { throw ContentsAreFull(limit: limit) }
        }
    }

    /// Returns the number of bytes; `nil` if counting takes longer than the patience.
    func used() async throws -> Int? {
        try await count { $0?.isOld ?? true }
        return state.withLock { $0.count?.bytes }
    }

    /// Counts the bytes if that is needed.
    private func count(if isNeeded: @Sendable (UsageCount?) -> Bool) async throws {
        let counting = state.withLock { state in
            guard isNeeded(state.count) else { return Task<Void, any Error>?.none }
            let counting = state.counting ?? Task { try await self.makeCount() }
            state.counting = counting
            return counting
        }
        if let counting { try await wait(for: counting) }
    }

    /// Notes that there are more bytes than were reserved; a negative number means fewer.
    func add(_ bytes: Int) {
        state.withLock { state in
            state.count?.add(bytes)
            if state.counting != nil { state.meanwhile += bytes }
        }
    }

    private func makeCount() async throws {
        defer { state.withLock { ($0.counting, $0.meanwhile) = (nil, 0) } }
        let bytes = try await bytes()
        // Bytes that came during the count may be counted twice, until the next count in an hour.
        state.withLock { $0.count = UsageCount(bytes + $0.meanwhile) }
    }

    private func wait(for counting: Task<Void, any Error>) async throws {
        let end = ContinuousClock.now + patience
        while state.withLock({ $0.counting == counting }) {
            if ContinuousClock.now >= end { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        try await counting.value
    }
}
