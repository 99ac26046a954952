import FileCoordination
import Glibc
import KeyValueStore
import ReplicaFile
import Replication

extension RemoteCloud {
    /// Returns the key that seals the records for this cloud; `nil` if the device has none, or a
    /// person has chosen to send everything in plain text.
    ///
    /// The key may have been made for another server: a device with a key sends plain text to no
    /// server. If the key does not fit, nothing is sent.
    ///
    /// Throws ``HomeError`` for a file without a valid key: `nil` would send everything in plain
    /// text.
    public func sealingKey() throws(HomeError) -> SealingKeyFile? {
        try staysUnsealed ? nil : Self.sealingKey(in: keyFile)
    }

    static func sealingKey(in keyFile: String) throws(HomeError) -> SealingKeyFile? {
        guard let bytes = try HomeLocation.bytes(of: keyFile, limit: 65_536) else { return nil }
        guard let key = SealingKeyFile(text: String(decoding: bytes, as: UTF8.self)) else {
            throw HomeError(
                .damaged,
                "\(keyFile) is damaged, so nothing is sent or fetched. Type "
                    + "“cloudy key enter”, with the string that “cloudy key show” prints on "
                    + "another device or that you wrote down. The damaged file is kept beside the "
                    + "new one.")
        }
        return key
    }

    /// Returns the device's notes about the sealing of this cloud.
    public func sealingNotes() -> SealingNotes { sealingNotes(limit: 4 << 20) }

    /// Returns the part of the notes that is often needed. This is cheap: that part is at the
    /// beginning.
    func briefSealingNotes() -> SealingNotes { sealingNotes(limit: 4096) }

    /// Whether the cloud was found sealed with a key that the device lacks.
    var isLocked: Bool {
        let notes = briefSealingNotes()
        guard notes.isLocked else { return false }
        do { return try notes.isLocked(for: sealingKey()?.id) } catch { return true }
    }

    private func sealingNotes(limit: Int) -> SealingNotes {
        guard let bytes = try? HomeLocation.bytes(of: notesFile, limit: limit) else {
            return SealingNotes()
        }
        return SealingNotes(text: String(decoding: bytes, as: UTF8.self), url: url)
    }
}

extension DeviceStore {
    /// The phase `locked` if the process that talks to the cloud found it sealed with a key that
    /// this device lacks; otherwise `nil`.
    var lock: SyncState.Phase? {
        guard let remote = location.remote, remote.isLocked else { return nil }
        let key = try? remote.sealingKey()
        return .locked(isReplaced: key != nil)
    }

    /// Whether the account had no space to seal all of its records.
    var isUnsealed: Bool { (location.remote?.briefSealingNotes().unsealedCount ?? 0) > 0 }

    /// Lists the cloud from its beginning if this device now has another key than at the last
    /// listing: the cursor has passed records that the earlier key could not open, and nothing else
    /// would fetch them again.
    ///
    /// Call this in a process that has just begun to sync. It resets the cursor before it writes
    /// down the key, so that after a crash between the two it resets the cursor again.
    func listAnewWithAnotherKey() {
        guard let remote = location.remote else { return }
        // A key that cannot be read is a reason to wait; nothing is exchanged until then.
        guard let found = try? remote.sealingKey().map({ Array(($0.id + "\n").utf8) }) else {
            if access(remote.keyFile, F_OK) != 0 { unlink(location.listedWith) }
            return
        }
        if (try? HomeLocation.bytes(of: location.listedWith, limit: 256)) == found { return }
        do {
            try replica.write(.durable) { replica in
                var meta = try replica.meta()
                guard meta.cursor != nil else { return }
                meta.cursor = 0
                try replica.setMeta(meta)
            }
            try writeAtomically(found, to: location.listedWith)
        } catch {
            // If this cannot be written now, the next process that syncs does it.
        }
    }
}
