import RemoteClouds
import Replication

/// A device that uses a `cloudyd`: after a hint, it lists the changes.
actor CloudMachine: Machine {
    private let cloud: HTTPCloud
    private let place: Place
    private let id: ActorID
    private var cursor: Int64 = 0
    private var revision: Int64 = 0
    private var mark: SendMark?

    init(url: String, token: String, place: Place) throws {
        cloud = try HTTPCloud(url: url, token: token)
        self.place = place
        id = ActorID(rawValue: UInt64.random(in: 1...UInt64.max))
    }

    func listen(
        ready: @escaping @Sendable () -> Void, told: @escaping @Sendable (Note) -> Void
    ) async throws {
        let sender = Sender(actor: id, confirmed: nil, pending: [], next: nil)
        let device = "machine \(place.machine)"
        _ = try await cloud.register(Registration(sender: sender, device: device, cursor: 0))
        var isReady = false
        for await _ in cloud.hints() {
            try await takeIn(told)
            if !isReady { ready() }
            isReady = true
        }
    }

    private func takeIn(_ told: (Note) -> Void) async throws {
        var hasMore = true
        while hasMore {
            let listing = try await cloud.list(.changes(after: cursor), limit: 1000).value
            cursor = max(cursor, listing.next)
            hasMore = listing.hasMore
            for entry in listing.entries where entry.key != key {
                if let note = Note(entry.record) { told(note) }
            }
        }
    }

    /// The key differs from that of an earlier run, whose records are still there.
    private var key: String { "machine-\(place.machine)-\(id)" }

    func write(_ note: Note) async throws {
        let next = SendMark(number: UInt64(note.number), nonce: UInt64.random(in: 1...UInt64.max))
        let sender = Sender(actor: id, confirmed: mark, pending: [], next: next)
        let change = ProposedChange(
            key: key, expectedRevision: revision, record: note.bytes, isTombstone: false)
        let outcomes = try await cloud.compareAndSet([change], from: sender).value
        guard case .committed(let revision) = outcomes.first else {
            throw LoadError("The server does not take the change of \(key).")
        }
        self.revision = revision
        mark = next
    }
}

/// The error that ends a measurement.
struct LoadError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
