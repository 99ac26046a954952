import FileCoordination
import Glibc
public import Replication

// How much of a cloud behind a network is used is known to the process alone that talks to it. It
// leaves a line in a file for the others, which wait for no network: used bytes, used keys, and the
// most of both, or “-” where there is no limit.

extension DeviceStore {
    /// What a cloud behind a network said last of its limits and of what is used; `nil` when that
    /// is not known here.
    public var notedQuota: Quota? {
        guard location.remote != nil else { return nil }
        let file = open(location.quota, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = max(0, read(file, &bytes, bytes.count))
        let words = String(decoding: bytes[..<count], as: UTF8.self)
            .split { $0 == " " || $0 == "\n" }
        guard words.count == 4, let usedBytes = Int64(words[0]), let usedKeys = Int(words[1])
        else { return nil }
        return Quota(
            maximumBytes: Int64(words[2]), maximumKeys: Int(words[3]), usedBytes: usedBytes,
            usedKeys: usedKeys)
    }

    /// Runs `body`, and asks the cloud meanwhile how much of it is used: now, and some time after
    /// something changed here.
    func notingQuota(_ body: () async -> Void) async {
        guard location.remote != nil else { return await body() }
        let task = Task {
            var last: Quota?
            func look() async {
                guard let quota = try? await cloud.quota().value, quota != last else { return }
                last = quota
                note(quota)
            }
            let rings = doorbell.rings()
            await look()
            for await _ in rings {
                // Many edits in a row are one question.
                guard (try? await Task.sleep(for: .seconds(2))) != nil else { break }
                await look()
            }
        }
        await body()
        task.cancel()
        await task.value
    }

    private func note(_ quota: Quota) {
        let bytes = quota.maximumBytes.map { "\($0)" } ?? "-"
        let keys = quota.maximumKeys.map { "\($0)" } ?? "-"
        let line = "\(quota.usedBytes) \(quota.usedKeys) \(bytes) \(keys)\n"
        try? writeAtomically(Array(line.utf8), to: location.quota)
    }
}
