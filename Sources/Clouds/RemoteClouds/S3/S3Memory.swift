import Documents
import Synchronization

/// Facts about an object.
struct S3Object: Sendable, Hashable {
    var bytes: Int
    /// The time when the lease began, in seconds since 1970; it may have been renewed since.
    var renewed: Double
}

/// The recent answers of a store about its objects. So a chunk that was just asked for can be sent
/// without another lookup.
///
/// Others may use the same bucket. They remove nothing within its lease, and if they put a missing
/// chunk, it is put twice.
final class S3Memory: Sendable {
    private struct Entry {
        var object: S3Object?
        var seen: ContinuousClock.Instant
    }

    private let entries = Mutex<[ChunkName: Entry]>([:])

    /// The time for which an answer is reused.
    private static let lasting = Duration.seconds(300)
    /// The most answers to keep. With the names, these take a few megabytes.
    private static let most = 20_000

    /// Returns the known state of some names: an object, or that there is none.
    func known(_ names: [ChunkName]) -> [ChunkName: S3Object?] {
        let oldest = ContinuousClock.now - Self.lasting
        return entries.withLock { entries in
            var known: [ChunkName: S3Object?] = [:]
            for name in names {
                guard let entry = entries[name], entry.seen > oldest else { continue }
                known[name] = .some(entry.object)
            }
            return known
        }
    }

    /// Returns the object that was last seen under a name, however long ago.
    func lastKnown(_ name: ChunkName) -> S3Object? { entries.withLock { $0[name]?.object } }

    func note(_ name: ChunkName, _ object: S3Object?) {
        entries.withLock { entries in
            if entries.count >= Self.most { entries.removeAll() }
            entries[name] = Entry(object: object, seen: .now)
        }
    }

    func forget(_ name: ChunkName) { entries.withLock { $0[name] = nil } }
}

/// The names in use by calls of this process. No name is put or renewed while it is being removed,
/// and none is removed while it is in use.
final class BusyNames: Sendable {
    private struct State {
        var used: [ChunkName: Int] = [:]
        var removed: Set<ChunkName> = []
    }

    private let state = Mutex(State())

    /// Runs `body` with names that no call removes until it ends.
    func using<Result, Failure: Error>(
        _ names: [ChunkName], _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        while !begin(names) {
            // A removal takes two calls to the store, so wait.
            try? await Task.sleep(for: .milliseconds(20))
            await Task.yield()
        }
        defer { end(names) }
        return try await body()
    }

    private func begin(_ names: [ChunkName]) -> Bool {
        state.withLock { state in
            guard state.removed.isDisjoint(with: names) else { return false }
            for name in names { state.used[name, default: 0] += 1 }
            return true
        }
    }

    private func end(_ names: [ChunkName]) {
        state.withLock { state in
            for name in names {
                let rest = (state.used[name] ?? 1) - 1
                state.used[name] = rest > 0 ? rest : nil
            }
        }
    }

    /// Begins to remove a name. Returns false if another call uses it or removes it already.
    func beginRemoving(_ name: ChunkName) -> Bool {
        state.withLock { $0.used[name] == nil && $0.removed.insert(name).inserted }
    }

    func endRemoving(_ name: ChunkName) { state.withLock { _ = $0.removed.remove(name) } }
}
