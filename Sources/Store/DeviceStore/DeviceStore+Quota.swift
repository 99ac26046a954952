import FileCoordination
import Glibc
import ReplicaFile
public import Replication

// How much of a cloud behind a network is used, and how far it has come, is known to the process
// alone that talks to it. It leaves a line in a file for the others, which wait for no network:
// used bytes, used keys, the most of both or “-” where there is no limit, the head, when it asked,
// and the incarnation of the cloud.

/// What a cloud behind a network said last of itself.
struct NotedCloud {
    var quota: Quota
    var head: Int64
    /// When it was asked, in milliseconds since 1970.
    var asked: Int64
    /// Which incarnation of the cloud it was.
    var epoch: String

    init(_ reply: CloudReply<Quota>, asked: Int64) {
        quota = reply.value
        head = reply.head
        epoch = Self.word(reply.epoch)
        self.asked = asked
    }

    init?(_ line: String) {
        let words = line.split { $0 == " " || $0 == "\n" }
        guard words.count == 7, let usedBytes = Int64(words[0]), let usedKeys = Int(words[1]),
            let head = Int64(words[4]), let asked = Int64(words[5])
        else { return nil }
        quota = Quota(
            maximumBytes: Int64(words[2]), maximumKeys: Int(words[3]), usedBytes: usedBytes,
            usedKeys: usedKeys)
        self.head = head
        self.asked = asked
        epoch = String(words[6])
    }

    /// Whether it was the incarnation called so.
    func isSame(_ other: String?) -> Bool { other.map { Self.word($0) == epoch } ?? false }

    private static func word(_ epoch: String) -> String { epoch.filter { !$0.isWhitespace } }

    var line: String {
        let bytes = quota.maximumBytes.map { "\($0)" } ?? "-"
        let keys = quota.maximumKeys.map { "\($0)" } ?? "-"
        return "\(quota.usedBytes) \(quota.usedKeys) \(bytes) \(keys) \(head) \(asked) \(epoch)\n"
    }
}

extension DeviceStore {
    /// What a cloud behind a network said last of its limits and of what is used; `nil` when that
    /// is not known here.
    public var notedQuota: Quota? { notedCloud?.quota }

    /// How many edits wait to be sent. Before a device has exchanged anything with a cloud that is
    /// new to it, and not sealed as it seals, that is all it has: nothing of it is known there.
    func unsent(_ meta: ReplicaMeta, in replica: some ReplicaReader) throws -> Int {
        let unsent = try replica.dirtyCount()
        guard let epoch = meta.epoch, let noted = notedCloud, !noted.isSame(epoch),
            lock != nil || trouble?.awaitsSealing == true,
            // In one that it used before lies what it had then.
            try !replica.leftClouds().contains(where: { noted.isSame($0.epoch) })
        else { return unsent }
        let deletions = try replica.dirtyEntries(limit: .max, tombstonesOnly: true).count
        return max(unsent, try replica.liveCount() + deletions)
    }

    private var notedCloud: NotedCloud? {
        guard location.remote != nil else { return nil }
        let file = open(location.quota, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 400)
        let count = max(0, read(file, &bytes, bytes.count))
        return NotedCloud(String(decoding: bytes[..<count], as: UTF8.self))
    }

    /// Waits, for two seconds at most, until the room in a full cloud is known as it was when the
    /// cloud refused an edit: it is asked about at most once a second.
    func awaitQuotaOfLastSync() async throws {
        let meta = try replica.read { try $0.meta() }
        guard meta.isQuotaExceeded, let last = meta.lastSync else { return }
        let clock = ContinuousClock()
        let end = clock.now + .seconds(2)
        while notedCloud?.asked ?? .max < last, clock.now < end {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Runs `body`, and asks the cloud meanwhile how much of it is used: now, and when somebody
    /// rings, though not for each of many edits in a row.
    func notingQuota(_ body: () async -> Void) async {
        guard location.remote != nil else { return await body() }
        let task = Task {
            func look() async {
                let asked = Self.milliseconds()
                guard let reply = try? await cloud.quota() else { return }
                let noted = NotedCloud(reply, asked: asked)
                try? writeAtomically(Array(noted.line.utf8), to: location.quota)
            }
            let rings = doorbell.rings()
            await look()
            for await _ in rings {
                await look()
                guard (try? await Task.sleep(for: .seconds(1))) != nil else { break }
            }
        }
        await body()
        task.cancel()
        await task.value
    }
}
