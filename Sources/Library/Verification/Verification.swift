import Bookmarks
import Replication

/// Compares the bookmarks in a device's replica, its property list and its cloud.
///
/// The replica is right about the device: everything else is compared with it.
public struct Verification {
    let evidence: Evidence
    /// The live bookmarks of the replica, by id.
    let bookmarks: [String: ComparedBookmark]
    /// The deleted bookmarks that can be restored.
    let deleted: [String: ComparedBookmark]
    var damage: [VerificationReport.Finding] = []
    var waiting: [VerificationReport.Finding] = []
    var unfetched = 0

    /// Returns the report on all evidence.
    public static func report(_ evidence: Evidence) -> VerificationReport {
        var verification = Verification(evidence)
        return verification.report()
    }

    private init(_ evidence: Evidence) {
        self.evidence = evidence
        (bookmarks, deleted) = Self.sorted(
            evidence.replica.entries.map { ($0.key, $0.record) })
    }

    /// Returns the live and the deleted bookmarks among records.
    private static func sorted(
        _ records: [(key: String, record: Record)]
    ) -> (live: [String: ComparedBookmark], deleted: [String: ComparedBookmark]) {
        var (live, deleted): ([String: ComparedBookmark], [String: ComparedBookmark]) = ([:], [:])
        for (key, record) in records where key.hasPrefix(BookmarksController.keyPrefix) {
            let id = String(key.dropFirst(BookmarksController.keyPrefix.count))
            guard let bookmark = Bookmark(id: id, record: record) else { continue }
            if record.isTombstone {
                deleted[id] = ComparedBookmark(bookmark)
            } else {
                live[id] = ComparedBookmark(bookmark)
            }
        }
        return (live, deleted)
    }

    private mutating func report() -> VerificationReport {
        if let failure = evidence.replica.failure { return report(ofNoReplica: failure) }
        checkReplica()
        let defaults = checkDefaults()
        let cloud = checkCloud()
        checkDocuments()
        let unsent = evidence.replica.entries.count { $0.isDirty }
        return VerificationReport(
            device: evidence.device,
            verdict: !damage.isEmpty ? .damaged : waiting.isEmpty ? .same : .waiting,
            replica: Self.place(
                bookmarks, deleted,
                records: evidence.replica.entries.count + evidence.replica.unreadable.count),
            defaults: defaults, cloud: cloud, unsent: unsent, unfetched: unfetched,
            defaultsBehind: evidence.defaults.behind.count, findings: damage + waiting,
            documents: Self.documents(among: evidence.replica.entries).count)
    }

    /// Returns the report if there is no replica to compare with.
    private mutating func report(ofNoReplica failure: String) -> VerificationReport {
        let path = evidence.replica.path
        found(
            damage: failure, [],
            next: "Copy the folder of the device to a safe place. Then move \(path) away, with the "
                + "-wal and -shm files beside it: cloudy sync fetches the cloud's data into a "
                + "new one, and adds what only the property list has. \(Self.backups)")
        var report = VerificationReport(
            device: evidence.device, verdict: .damaged, replica: nil, defaults: nil, cloud: nil,
            unsent: 0, unfetched: 0, defaultsBehind: 0, findings: damage)
        if case .read(let content, _) = evidence.defaults.state {
            report.defaults = Self.place(
                Self.compared(content.bookmarks), Self.compared(content.recentlyDeleted),
                records: nil)
        }
        if case .read(let content) = evidence.cloud.state { report.cloud = Self.place(content) }
        return report
    }

    static func place(
        _ live: [String: ComparedBookmark], _ deleted: [String: ComparedBookmark], records: Int?
    ) -> VerificationReport.Place {
        VerificationReport.Place(
            bookmarks: live.count, recentlyDeleted: deleted.count, records: records,
            digest: digest(of: live.values))
    }

    static func place(_ content: CloudEvidence.Content) -> VerificationReport.Place {
        let (live, deleted) = sorted(content.records.map { ($0.key, $0.value.record) })
        return place(live, deleted, records: content.records.count + content.unreadable.count)
    }

    private mutating func checkReplica() {
        let replica = evidence.replica
        if replica.isUnfinished {
            found(
                waiting: "\(replica.path) is empty: the program that made it was stopped, or the "
                    + "disk was full.", [], next: "cloudy sync finishes it.")
        }
        let restore =
            "Copy the folder of the device to a safe place. Then move \(replica.path) away, with "
            + "the -wal and -shm files beside it: cloudy sync fetches the cloud's data into "
            + "a new one. \(Self.backups)"
        if !replica.problems.isEmpty {
            found(
                damage: "\(replica.path) is damaged: \(Self.examples(of: replica.problems)).", [],
                next: restore)
        }
        if !replica.unreadable.isEmpty {
            found(
                damage: "\(Self.count(replica.unreadable.count, "record")) of the replica can't be "
                    + "read (\(replica.unreadable[0].reason)): written by a newer Cloudy, or "
                    + "damaged.",
                replica.unreadable.map { name(ofKey: $0.key) }, next: restore)
        }
        if !replica.wrongRows.isEmpty {
            found(
                damage:
                    "The list would show \(summary(of: replica.wrongRows)) differently from the "
                    + "records of the replica: another program changed the file.",
                replica.wrongRows,
                next: "Edit and save each of them once to correct its row.")
        }
    }

    private static let backups =
        "If something is still missing, it may be in a backup: cloudy restore --from latest "
        + "--dry-run shows it."

    mutating func found(damage message: String, _ ids: [String], next: String) {
        damage.append(.init(isDamage: true, message: message, ids: ids.sorted(), next: next))
    }

    mutating func found(waiting message: String, _ ids: [String], next: String) {
        waiting.append(.init(isDamage: false, message: message, ids: ids.sorted(), next: next))
    }

    /// Returns the id of a bookmark, or the key of anything else.
    func name(ofKey key: String) -> String {
        let prefix = BookmarksController.keyPrefix
        let name = key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : key
        return shortened(name)
    }

    /// Returns a phrase with the number and the names of bookmarks.
    func summary(of ids: [String], _ noun: String = "bookmark") -> String {
        let titles = ids.sorted().prefix(3).map { id in
            let title = (bookmarks[id] ?? deleted[id])?.title
            return title.map { "“\(shortened($0, to: 40))” (\(id))" } ?? id
        }
        let rest = ids.count - titles.count
        let more = rest > 0 ? " and \(rest) more" : ""
        return "\(Self.count(ids.count, noun)): " + titles.joined(separator: ", ") + more
    }

    static func count(_ count: Int, _ noun: String) -> String {
        counted(count, noun)
    }

    static func examples(of texts: [String]) -> String {
        let rest = texts.count - 3
        return texts.prefix(3).joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
    }
}
