import Documents
import Replication
import Synchronization

/// The notes that a device keeps about contents, in memory, in place of the tables beside a
/// replica.
final class ModelLedger: Sendable {
    struct State: Sendable {
        /// The documents that are live or can be restored, by key.
        var documents: [String: (document: Document, isDeleted: Bool)] = [:]
        var sent: Set<ChunkName> = []
        var dropped: Set<ChunkName> = []
    }

    private let state = Mutex(State())

    var snapshot: State { state.withLock { $0 } }
    func overwrite(_ other: State) { state.withLock { $0 = other } }
    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// Applies changes of records, within their transaction.
    func update(for changes: [EntryChange]) {
        state.withLock { state in
            for change in changes where change.key.hasPrefix(Document.keyPrefix) {
                let record = change.new.record
                let new = Document(key: change.key, record: record)
                state.sent.subtract(
                    Document.unnamedContents(from: state.documents[change.key]?.document, to: new))
                state.documents[change.key] = new.map { ($0, record.isTombstone) }
            }
        }
    }

    private var all: [(key: String, value: (document: Document, isDeleted: Bool))] {
        snapshot.documents.sorted { $0.key < $1.key }
    }

    func named() -> [ChunkName] {
        Set(all.flatMap { $0.value.document.named.map(\.content) }).sorted()
    }

    func shown() -> [(content: ChunkName, length: Int)] {
        let live = all.filter { !$0.value.isDeleted }.map(\.value.document)
            .sorted { ($1.added, $0.id) < ($0.added, $1.id) }
        var seen: Set<ChunkName> = []
        return live.filter { seen.insert($0.head.content).inserted }
            .map { ($0.head.content, $0.head.length) }
    }

    func unsent() -> [(content: ChunkName, length: Int)] {
        let (sent, all) = (snapshot.sent, all.map(\.value.document))
        let heads = Set(all.map(\.head.content))
        var lengths: [ChunkName: Int] = [:]
        for version in all.flatMap(\.named) where !sent.contains(version.content) {
            lengths[version.content] = version.length
        }
        return lengths.map { (content: $0.key, length: $0.value) }.sorted { a, b in
            let (isFirst, isSecond) = (heads.contains(a.content), heads.contains(b.content))
            return isFirst != isSecond ? isFirst : a.content < b.content
        }
    }

    /// The contents that the versions in some records name.
    func named(byRecords keys: Set<String>) -> [ChunkName] {
        Set(all.filter { keys.contains($0.key) }.flatMap { $0.value.document.named })
            .map(\.content).sorted()
    }

    /// All versions that may be on the device, with their lengths.
    func versions() -> [(content: ChunkName, length: Int)] {
        let versions = all.flatMap { $0.value.document.named }
        return Dictionary(versions.map { ($0.content, $0.length) }, uniquingKeysWith: max)
            .map { (content: $0.key, length: $0.value) }.sorted { $0.content < $1.content }
    }

    /// The keys of notes that several devices wrote at the same time.
    func contested() -> [String] {
        all.filter {
            !$0.value.isDeleted && $0.value.document.kind == .note
                && !$0.value.document.rivals.isEmpty
        }.map(\.key)
    }
}
