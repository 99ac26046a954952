import Bookmarks
import Replication
import Verification

/// A device whose replica, property list and cloud have the same two bookmarks and a deleted one.
struct Sample {
    var entries: [ReplicaEntry] = [
        sent("one", "One", revision: 1), sent("two", "Two", revision: 2),
        sent("gone", "Gone", revision: 3, isDeleted: true),
    ]
    var defaults = FoundDefaults(
        bookmarks: [found(0, "one", "One"), found(1, "two", "Two")],
        recentlyDeleted: [found(0, "gone", "Gone")])
    var isAsWritten = true
    var behind: Set<String> = []
    var cloud: [String: CloudRecord] = [
        "b.one": .init(record: record("One"), revision: 1),
        "b.two": .init(record: record("Two"), revision: 2),
        "b.gone": .init(record: record("Gone", isDeleted: true), revision: 3),
    ]
    var cursor: Int64? = 3
    var head: Int64 = 3
    var epoch = "first"
    var unopened = 0

    static func record(
        _ name: String, isDeleted: Bool = false, counter: UInt64 = 1
    ) -> Record {
        let fields = Bookmark(id: "", name: name, url: "https://\(name).example/", added: 7.25)
            .fields
        return Record(
            content: isDeleted ? .deleted(last: .dictionary(fields)) : .live(.dictionary(fields)),
            vector: VersionVector([ActorID(rawValue: 1): counter]),
            stamp: Stamp(milliseconds: 1000), actor: ActorID(rawValue: 1), device: "desk")
    }

    static func sent(
        _ id: String, _ name: String, revision: Int64, isDeleted: Bool = false
    ) -> ReplicaEntry {
        let record = record(name, isDeleted: isDeleted)
        return ReplicaEntry(
            key: "b.\(id)", record: record, base: record, baseRevision: revision, isDirty: false)
    }

    static func unsent(_ id: String, _ name: String) -> ReplicaEntry {
        ReplicaEntry(
            key: "b.\(id)", record: record(name), base: nil, baseRevision: 0, isDirty: true)
    }

    static func found(_ index: Int, _ id: String?, _ name: String) -> FoundDefaults.Entry {
        let draft = BookmarkDraft(name: name, url: "https://\(name).example/")
        return FoundDefaults.Entry(index: index, id: id, draft: draft, added: 7)
    }

    var replica: ReplicaEvidence {
        ReplicaEvidence(path: "/r", entries: entries, cursor: cursor, epoch: "first", head: 3)
    }

    var content: CloudEvidence.Content {
        CloudEvidence.Content(epoch: epoch, head: head, records: cloud, unopened: unopened)
    }

    func report(
        replica: ReplicaEvidence? = nil, defaults: DefaultsEvidence.State? = nil,
        cloud: CloudEvidence.State? = nil
    ) -> VerificationReport {
        Verification.report(
            Evidence(
                device: "desk", replica: replica ?? self.replica,
                defaults: DefaultsEvidence(
                    path: "/p", state: defaults ?? .read(self.defaults, isAsWritten: isAsWritten),
                    behind: behind),
                cloud: CloudEvidence(path: "/c", state: cloud ?? .read(content))))
    }
}
