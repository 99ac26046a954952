import BookmarkDatabase
import Bookmarks
import DefaultsFile
public import DeviceStore
import Documents
import Glibc
import LocalCloud
import ReplicaFile
import Replication
import SQLite
public import Verification

/// Reads all data of a device, and compares it.
public enum HomeVerification {
    /// The most attempts to read everything without a change in between.
    private static let attempts = 5

    /// Compares the replica, the property list and the cloud of a device in an account.
    ///
    /// - Parameters:
    ///   - remote: reads a cloud behind a network, after everything here was read.
    ///   - contents: asks such a cloud for the contents of documents, if there are any documents.
    ///
    /// It changes nothing: it applies no edits, sends and fetches nothing, and works while lists of
    /// the device are open. Throws ``HomeError`` if there is no such device, or its replica is
    /// unreadable.
    public static func report(
        _ location: HomeLocation,
        remote: (ReplicaEvidence) -> CloudEvidence.State = { _ in .unasked(nil) },
        contents: () -> ContentsEvidence.Cloud = { .unasked }
    ) throws(HomeError) -> VerificationReport {
        guard access(location.store.replica, F_OK) == 0 else {
            if access(location.accountFolder, F_OK) == 0, !location.isDefaultAccount {
                throw HomeError(
                    .configuration,
                    "The device \(location.device) has no bookmarks in the account "
                        + "“\(location.account)” yet, so there is nothing to compare. To fetch "
                        + "them: cloudy sync")
            }
            let others = location.devices.filter { $0 != location.device }
            let there = others.isEmpty ? "none" : others.joined(separator: ", ")
            throw HomeError(
                .configuration,
                "There is no device \(location.device) in \(location.folder), so there is nothing "
                    + "to compare. Devices: \(there). Choose one with --device NAME.")
        }
        do {
            var reading = try read(location, remote)
            for _ in 1..<attempts where !reading.isStill(location) {
                reading = try read(location, remote)
            }
            reading.evidence.contents = contentsEvidence(location, reading, contents)
            return Verification.report(reading.evidence)
        } catch {
            throw HomeError(ofDefaults: error)
        }
    }

    /// The evidence, and the fingerprint of the property list before.
    private struct Reading {
        var evidence: Evidence
        var fingerprint: Fingerprint?
        /// The contents recorded as sent.
        var sent: Set<ChunkName>

        func isStill(_ location: HomeLocation) -> Bool {
            DefaultsFile(path: location.defaults).fingerprint() == fingerprint
        }
    }

    /// Reads the property list before the replica, and the replica before the cloud. So an edit
    /// made or sent meanwhile makes the later one newer, which is normal, and never older.
    private static func read(
        _ location: HomeLocation, _ remote: (ReplicaEvidence) -> CloudEvidence.State
    ) throws -> Reading {
        let file = DefaultsFile(path: location.defaults)
        let fingerprint = file.fingerprint()
        let defaults = state(of: file)
        let path = location.store.replica
        var replica: ReplicaEvidence
        var mirror: (behind: Set<String>, isAsWritten: Bool) = ([], false)
        var sent: Set<ChunkName> = []
        do {
            (replica, mirror, sent) = try ReplicaInspection.read(path: path) { found, database in
                let wrong = try BookmarkTable.wrongRows(found, in: database)
                let written = fingerprint.map { MirrorTable.Written($0) }
                return (
                    replicaEvidence(found, path, wrong),
                    try MirrorTable.inspect(database, file: written),
                    try sentContents(in: database, location, found.meta?.epoch)
                )
            }
        } catch let error as ReplicaFileError where error.problem == .empty && fingerprint == nil {
            replica = ReplicaEvidence(path: path, isUnfinished: true)
        } catch let error as ReplicaFileError where error.problem == .empty {
            replica = ReplicaEvidence(
                path: path, failure: "\(path) is empty and has no bookmarks.")
        } catch  where HomeError(error).code == .damaged {
            replica = ReplicaEvidence(
                path: path, failure: "\(path) is damaged and not fully readable.")
        }
        let behind = mirror.behind.map { $0.dropFirst(BookmarksController.keyPrefix.count) }
        let found = Evidence(
            device: location.device, replica: replica,
            defaults: DefaultsEvidence(
                path: location.defaults, state: defaults(mirror.isAsWritten),
                behind: Set(behind.map(String.init))),
            cloud: location.remote.map { CloudEvidence(path: $0.url, state: remote(replica)) }
                ?? cloud(location.store.cloud))
        return Reading(evidence: found, fingerprint: fingerprint, sent: sent)
    }

    /// Returns the contents recorded as sent to the device's current cloud.
    private static func sentContents(
        in database: Database, _ location: HomeLocation, _ epoch: String?
    ) throws -> Set<ChunkName> {
        // The prefix of `DeviceStore.contentsName`, for any key.
        let name = location.remote == nil ? "\(epoch ?? "-") local" : "\(epoch ?? "") "
        return try SentContents.names(in: database) { $0.hasPrefix(name) }
    }

    /// Reads all contents of documents on this device and, if the cloud is on this machine, in the
    /// cloud.
    private static func contentsEvidence(
        _ location: HomeLocation, _ reading: Reading, _ remote: () -> ContentsEvidence.Cloud
    ) -> ContentsEvidence {
        let documents = Verification.documents(among: reading.evidence.replica.entries)
        let named = Set(documents.flatMap { $0.versions.map(\.content) })
        if named.isEmpty { return ContentsEvidence() }
        func states(_ path: String) -> [ChunkName: ContentState] {
            var check = ContentCheck(ChunkFolder(path: path))
            var states: [ChunkName: ContentState] = [:]
            for content in named { states[content] = check.state(of: content) }
            return states
        }
        let cloud =
            location.remote == nil
            ? .read(faults: states(location.store.cloudChunks).filter { $1 != .whole }) : remote()
        return ContentsEvidence(
            here: states(location.store.chunks), cloud: cloud, sent: reading.sent)
    }

    private static func state(of file: DefaultsFile) -> (Bool) -> DefaultsEvidence.State {
        do throws(DefaultsError) {
            let found = try file.read().found
            return { .read(found, isAsWritten: $0) }
        } catch {
            return { _ in
                error.code == .missing
                    ? .missing : .unreadable(error.message, isSetAside: error.code == .corrupt)
            }
        }
    }

    private static func replicaEvidence(
        _ found: ReplicaInspection, _ path: String, _ wrongRows: [String]
    ) -> ReplicaEvidence {
        ReplicaEvidence(
            path: path, problems: found.problems, entries: found.entries,
            unreadable: found.unreadable.map { .init(key: $0.key, reason: $0.reason) },
            wrongRows: wrongRows, cursor: found.meta?.cursor, epoch: found.meta?.epoch,
            head: found.meta?.head ?? 0, isOffline: found.meta?.isOffline ?? false,
            isHeld: found.meta?.held != nil, isFull: found.meta?.isQuotaExceeded ?? false,
            waitsToJoin: found.meta?.heldJoin != nil)
    }

    private static func cloud(_ path: String) -> CloudEvidence {
        guard access(path, F_OK) == 0 else {
            if errno == ENOENT { return CloudEvidence(path: path, state: .missing) }
            let reason = "\(path) cannot be read: \(String(cString: strerror(errno)))"
            return CloudEvidence(path: path, state: .unreadable(reason))
        }
        do {
            let found = try CloudInspection(path: path)
            if found.isUnfinished { return CloudEvidence(path: path, state: .unfinished) }
            var content = CloudEvidence.Content(
                epoch: found.epoch, head: found.head, problems: found.problems)
            for entry in found.entries {
                do {
                    let record = try Record(encoded: entry.record)
                    if record.isTombstone != entry.isTombstone {
                        content.problems.append("its note about a record is wrong")
                    }
                    content.records[entry.key] = .init(record: record, revision: entry.revision)
                } catch {
                    content.unreadable.append(.init(key: entry.key, reason: "\(error)"))
                }
            }
            return CloudEvidence(path: path, state: .read(content))
        } catch {
            return CloudEvidence(path: path, state: .unreadable(HomeError(error).message))
        }
    }
}
