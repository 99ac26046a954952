import Bookmarks
import Replication

extension Verification {
    /// Compares the cloud with the replica.
    mutating func checkCloud() -> VerificationReport.Place? {
        let cloud = evidence.cloud
        noteUnsent()
        switch cloud.state {
        case .missing:
            if evidence.replica.cursor != nil {
                found(
                    waiting: "The cloud at \(cloud.path) is gone: it was moved away.", [],
                    next: "cloudy sync makes a new one and fills it from this device.")
            }
            return nil
        case .unfinished:
            noteUnfinished(cloud.path)
            return nil
        case .unreadable(let reason):
            found(
                damage: reason, [],
                next: "Restore \(cloud.path) from a backup. Or move it away: cloudy sync then "
                    + "makes a new one and fills it from this device.")
            return nil
        case .read(let content):
            checkSoundness(of: content)
            compare(content)
            return Self.place(content)
        case .unasked: return nil
        }
    }

    private mutating func noteUnfinished(_ path: String) {
        let text = "\(path) is empty: "
        if evidence.replica.cursor == nil {
            found(
                waiting: text + "the program that made it was stopped, or the disk was full.", [],
                next: "cloudy sync finishes it.")
        } else {
            found(
                damage: text + "it was emptied since this device last synced.", [],
                next: "cloudy sync fills it from this device, and so do the others.")
        }
    }

    private mutating func noteUnsent() {
        let keys = evidence.replica.entries.filter(\.isDirty).map { name(ofKey: $0.key) }
        guard !keys.isEmpty else { return }
        let (reason, next) = whyUnsent
        found(waiting: "Not sent yet: \(summary(of: keys, "edit")). \(reason)", keys, next: next)
    }

    private var whyUnsent: (reason: String, next: String) {
        let replica = evidence.replica
        if replica.isOffline {
            return ("The device is in airplane mode.", "cloudy airplane off")
        }
        if replica.waitsToJoin {
            return (
                "They wait to be joined with the cloud.",
                "cloudy sync shows what that does, and cloudy sync --join does it."
            )
        }
        if case .unasked(let reason?, let next) = evidence.cloud.state { return (reason, next) }
        if replica.isFull {
            return (
                "The cloud had no space for this account when they were sent.",
                "Delete bookmarks to free space, then cloudy sync"
            )
        }
        return ("The device is offline, or has just been edited.", "cloudy sync")
    }

    private mutating func checkSoundness(of content: CloudEvidence.Content) {
        let isServer = evidence.cloud.path.contains("://")
        let next =
            isServer
            ? "Ask the server's owner for another account (cloudyd account add NAME), then use it "
                + "on every device: cloudy cloud use \(evidence.cloud.path)"
            : "Move \(evidence.cloud.path) away; cloudy sync then makes a new cloud and fills it "
                + "from this device. Sync every device."
        if !content.problems.isEmpty {
            found(
                damage:
                    "\(evidence.cloud.path) is damaged: \(Self.examples(of: content.problems)).",
                [],
                next: next)
        }
        if !content.unreadable.isEmpty {
            found(
                damage: "\(Self.count(content.unreadable.count, "record")) of the cloud can't be "
                    + "read (\(content.unreadable[0].reason)): written by a newer Cloudy, or "
                    + "damaged. No device changes them.",
                content.unreadable.map { name(ofKey: $0.key) },
                next: "If you use a newer Cloudy elsewhere, install it here too. Otherwise: "
                    + next)
        }
    }

    private mutating func compare(_ content: CloudEvidence.Content) {
        let replica = evidence.replica
        if let epoch = replica.epoch, epoch != content.epoch || content.head < replica.head {
            unfetched = content.records.count
            found(
                waiting: "The cloud was replaced or restored from a backup since this device saw "
                    + "it.", [],
                next: "cloudy sync merges both.")
            return
        }
        var entries: [String: ReplicaEntry] = [:]
        for entry in replica.entries { entries[entry.key] = entry }
        let unreadable = Set((replica.unreadable + content.unreadable).map(\.key))
        let cursor = replica.cursor ?? 0
        var (remoteChanges, lost, different): ([String], [String], [String]) = ([], [], [])
        for (key, theirs) in content.records where !unreadable.contains(key) {
            let isNew = theirs.revision > cursor
            guard let entry = entries.removeValue(forKey: key) else {
                if isNew { remoteChanges.append(key) } else { lost.append(key) }
                continue
            }
            // A record that was sealed again, or just sent by another process, is equal.
            if isNew, entry.record == theirs.record { continue }
            if theirs.revision > entry.baseRevision {
                if isNew { remoteChanges.append(key) } else { lost.append(key) }
            } else if entry.base != theirs.record || entry.baseRevision != theirs.revision {
                different.append(key)
            }
        }
        // A tombstone that every device has seen is removed from the cloud, and stays in the
        // replica.
        let vanished = entries.values.filter {
            content.unopened == 0 && $0.baseRevision > 0 && !$0.record.isTombstone
                && !unreadable.contains($0.key)
        }
        unfetched = remoteChanges.count
        note(
            remoteChanges: remoteChanges.map(name(ofKey:)),
            vanished: vanished.map { name(ofKey: $0.key) })
        note(lost: lost.map(name(ofKey:)), different: different.map(name(ofKey:)))
    }

    private mutating func note(remoteChanges: [String], vanished: [String]) {
        if !remoteChanges.isEmpty {
            let isHeld = evidence.replica.isHeld
            found(
                waiting: "Not fetched from the cloud yet: \(summary(of: remoteChanges, "change"))."
                    + (isHeld ? " Deletions are waiting." : ""), remoteChanges,
                next: isHeld
                    ? "See them with cloudy list --held and cloudy docs --held, then decide: "
                        + "cloudy sync --accept or --restore"
                    : "cloudy sync")
        }
        if !vanished.isEmpty {
            found(
                waiting:
                    "The cloud lost \(summary(of: vanished)): deleted elsewhere while this device "
                    + "was away for a long time, or another program changed the cloud.",
                vanished, next: "cloudy sync")
        }
    }

    private mutating func note(lost: [String], different: [String]) {
        if !lost.isEmpty {
            found(
                damage:
                    "This device already fetched \(summary(of: lost, "record")) of the cloud, but "
                    + "its replica lacks them: another program changed or restored the replica.",
                lost,
                next: "First send all edits (cloudy sync). Then move replica.sqlite of the device "
                    + "away, with the -wal and -shm files beside it: cloudy sync fetches "
                    + "everything into a new one, and adds what only the property list has.")
        }
        if !different.isEmpty {
            found(
                damage:
                    "The replica and the cloud disagree on \(summary(of: different)), though both "
                    + "have the same revision: another program changed one of the files, or one "
                    + "comes from a backup.",
                different,
                next: "Edit each of them once and save the right values (restore deleted ones "
                    + "first: cloudy restore), then: cloudy sync")
        }
    }
}
