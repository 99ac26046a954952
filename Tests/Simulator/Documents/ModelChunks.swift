import Documents
import Synchronization

/// Chunks in memory with their leases, as a folder or a server keeps them.
final class ModelChunks: Sendable {
    /// The time during which a chunk that was put or asked for is not removed: 30 days, in
    /// milliseconds.
    static let lease: Int64 = 30 * 86_400_000

    struct State: Sendable {
        fileprivate var held: [ChunkName: Held] = [:]
        /// The devices that know that a chunk is there.
        fileprivate var known: [ChunkName: Set<Int>] = [:]
        /// An earlier listing.
        fileprivate var listing: [ChunkName] = []
        /// Chunks that a device sent although it knew that they are there.
        var sentInVain: [ChunkName] = []
    }

    fileprivate struct Held: Sendable {
        var chunk: Chunk
        var renewed: Int64
    }

    private let state = Mutex(State())
    let now: @Sendable () -> Int64

    init(now: @escaping @Sendable () -> Int64) { self.now = now }

    var snapshot: State { state.withLock { $0 } }
    func overwrite(_ other: State) { state.withLock { $0 = other } }

    func chunk(_ name: ChunkName) -> Chunk? { state.withLock { $0.held[name]?.chunk } }
    func contains(_ name: ChunkName) -> Bool { state.withLock { $0.held[name] != nil } }
    func renewed(_ name: ChunkName) -> Int64? { state.withLock { $0.held[name]?.renewed } }
    var names: [ChunkName] { state.withLock { $0.held.keys.sorted() } }
    var count: Int { state.withLock { $0.held.count } }

    /// The chunks that are missing; the leases of the others begin anew.
    func missing(of names: [ChunkName], isRenewing: Bool = true) -> [ChunkName] {
        let now = now()
        return state.withLock { state in
            names.filter { name in
                guard state.held[name] != nil else { return true }
                if isRenewing { state.held[name]?.renewed = now }
                return false
            }
        }
    }

    /// - Parameter device: the device that sends them.
    func put(_ chunks: [Chunk], by device: Int? = nil) {
        let now = now()
        state.withLock { state in
            for chunk in chunks {
                let isThere = state.held[chunk.name] != nil
                if isThere, let device, state.known[chunk.name]?.contains(device) == true {
                    state.sentInVain.append(chunk.name)
                }
                state.held[chunk.name] = Held(chunk: chunk, renewed: now)
            }
        }
    }

    /// Notes that a device was told that these chunks are there.
    func note(_ names: [ChunkName], knownBy device: Int) {
        state.withLock { state in
            for name in names where state.held[name] != nil {
                state.known[name, default: []].insert(device)
            }
        }
    }

    /// Keeps the listing, for later stale answers; returns the previous one.
    func list() -> [ChunkName] {
        state.withLock { state in
            let before = state.listing
            state.listing = state.held.keys.sorted()
            return before
        }
    }

    /// - Parameter lease: the duration of a lease, in milliseconds.
    func remove(_ names: [ChunkName], lease: Int64 = ModelChunks.lease) {
        let now = now()
        state.withLock { state in
            for name in names {
                guard let held = state.held[name], held.renewed + lease < now else { continue }
                state.held[name] = nil
                state.known[name] = nil
            }
        }
    }

    func drop(_ names: [ChunkName]) {
        state.withLock { state in for name in names { state.held[name] = nil } }
    }
}
