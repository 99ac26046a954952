import CloudConformance
import LocalCloud
import Replication
import ScratchFolder
import SealedCloud
import Synchronization

/// A sealed account in two files, whose clock the tests move.
final class SealedFixture: CloudFixture {
    private let folder = ScratchFolder()
    private let clock = Mutex<Int64>(1_800_000_000_000)
    private let options: CloudFixtureOptions
    let secrets: SealingSecrets

    init(
        _ options: CloudFixtureOptions = CloudFixtureOptions(), isSealed: Bool = true
    ) async throws {
        self.options = options
        secrets = SealingSecrets(current: SealingSecret())
        if isSealed { try await account().create(secrets) }
    }

    /// The store itself, as the cloud has it.
    func store(_ name: String = "") throws -> LocalCloud { try open("records\(name).sqlite") }

    func keys() throws -> LocalCloud { try open("keys.sqlite") }

    private func open(_ name: String) throws -> LocalCloud {
        try LocalCloud(
            path: folder.path(name), quota: options.quota, retention: options.retention,
            now: { self.clock.withLock { $0 } })
    }

    func account(_ memory: TestMemory = TestMemory()) throws -> SealedAccount {
        SealedAccount(KeyStore(try keys()), name: "the cloud", memory: memory)
    }

    /// The store as a device with some secrets sees it.
    func device(
        _ secrets: SealingSecrets? = nil, _ memory: TestMemory = TestMemory(), store: String = ""
    ) throws -> SealedCloud {
        SealedCloud(
            try self.store(store), keys: KeyStore(try keys()), store: store, name: "the cloud",
            secrets: secrets ?? self.secrets, memory: memory)
    }

    /// The store as a device without a key sees it.
    func plainDevice(_ memory: TestMemory = TestMemory()) throws -> UnsealedCloud {
        UnsealedCloud(
            try store(), keys: KeyStore(try keys()), name: "the cloud", memory: memory)
    }

    func connect() async throws -> any Cloud { try device() }

    func advance(milliseconds: Int64) { clock.withLock { $0 += milliseconds } }

    func collect() async throws {
        // The cloud collects after a day has passed, when a replica acknowledges something.
        try await store().collect()
    }
}

final class TestMemory: SealingMemory {
    private struct Content {
        var account: String?
        var generations: [String: Int64] = [:]
        var unreadable: [String: Set<String>] = [:]
        var isLocked = false
        var former: Set<String> = []
        var unsealed: [String: Int] = [:]
    }

    private let content = Mutex(Content())

    var account: String? { content.withLock { $0.account } }
    var isLocked: Bool { content.withLock { $0.isLocked } }

    var former: Set<String> { content.withLock { $0.former } }

    func note(former id: String) { content.withLock { _ = $0.former.insert(id) } }

    func generation(of account: String) -> Int64 {
        content.withLock { $0.generations[account] ?? 0 }
    }

    func note(generation: Int64, of account: String) {
        content.withLock {
            $0.account = account
            $0.generations[account] = max(generation, $0.generations[account] ?? 0)
        }
    }

    func unreadable(in store: String) -> Set<String> {
        content.withLock { $0.unreadable[store] ?? [] }
    }

    func note(unreadable names: Set<String>, in store: String) {
        content.withLock { $0.unreadable[store] = names }
    }

    var unsealed: [String: Int] { content.withLock { $0.unsealed } }

    func note(unsealed count: Int, in store: String) {
        content.withLock { $0.unsealed[store] = count == 0 ? nil : count }
    }

    func note(isLocked: Bool) { content.withLock { $0.isLocked = isLocked } }
}

extension Sender {
    static func of(_ actor: UInt64) -> Sender {
        Sender(
            actor: ActorID(rawValue: actor), confirmed: nil, pending: [],
            next: SendMark(number: 1, nonce: actor))
    }
}

extension Registration {
    static let any = Registration(
        sender: Sender(actor: ActorID(rawValue: 1), confirmed: nil, pending: [], next: nil),
        device: "ada's laptop", cursor: 0)
}

extension Record {
    /// A bookmark, as the devices of the tests write it.
    static func page(_ name: String, counter: UInt64 = 1, actor: UInt64 = 7) -> Record {
        var vector = VersionVector()
        vector[ActorID(rawValue: actor)] = counter
        return Record(
            content: .live(
                .dictionary(["url": .string("https://\(name).example/"), "name": .string(name)])),
            vector: vector, stamp: Stamp(milliseconds: 1, counter: UInt32(counter)),
            actor: ActorID(rawValue: actor), device: "laptop")
    }
}

extension Cloud {
    /// Writes a record, or replaces one with this revision; returns the outcome.
    @discardableResult
    func write(
        _ key: String, _ record: Record, expecting revision: Int64 = 0
    ) async throws -> ChangeOutcome? {
        let change = ProposedChange(
            key: key, expectedRevision: revision, record: record.encoded(),
            isTombstone: record.isTombstone)
        return try await compareAndSet([change], from: .of(1)).value.first
    }

    func entries() async throws -> [CloudEntry] {
        try await list(.start, limit: 1000).value.entries
    }

    /// The readable records by key.
    func shown() async throws -> [String: Record] {
        Dictionary(
            try await entries().compactMap { entry in
                (try? Record(encoded: entry.record)).map { (entry.key, $0) }
            }, uniquingKeysWith: { $1 })
    }
}
