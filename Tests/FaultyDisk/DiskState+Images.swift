/// The files on a disk when the power is back, by name.
public typealias DiskImage = [String: [UInt8]]

/// The part of the unsynced changes that is on the disk after a crash.
public enum Survival: Sendable, Hashable, CaseIterable {
    /// None: the disk wrote nothing before it had to.
    case synced
    /// All: only the process died.
    case written
    /// For each file, a prefix of its changes, the last one perhaps torn.
    case beginnings
    /// Any changes of the files, in any order, and any of them torn.
    case anything
}

extension DiskState {
    /// The files after a crash that happens now.
    public func image(
        _ survival: Survival, using random: inout some RandomNumberGenerator
    ) -> DiskImage {
        var names = syncedNames
        switch survival {
        case .synced: break
        case .written: names = self.names
        case .beginnings:
            for change in unsyncedNames.prefix(.random(in: 0...unsyncedNames.count, using: &random))
            {
                change.apply(to: &names)
            }
        case .anything:
            for change in unsyncedNames where Bool.random(using: &random) {
                change.apply(to: &names)
            }
        }
        return names.sorted { $0.key < $1.key }.reduce(into: [:]) { image, name in
            image[name.key] = files[name.value]?.bytes(survival, using: &random) ?? []
        }
    }
}

extension DiskState.File {
    fileprivate func bytes(
        _ survival: Survival, using random: inout some RandomNumberGenerator
    ) -> [UInt8] {
        var bytes = synced
        switch survival {
        case .synced: return synced
        case .written: return self.bytes
        case .beginnings:
            let kept = Int.random(in: 0...unsynced.count, using: &random)
            for change in unsynced.prefix(kept) { change.apply(to: &bytes) }
            if kept < unsynced.count { unsynced[kept].torn(using: &random)?.apply(to: &bytes) }
        case .anything:
            for change in unsynced {
                switch Int.random(in: 0..<3, using: &random) {
                case 0: break
                case 1: change.apply(to: &bytes)
                default: change.torn(using: &random)?.apply(to: &bytes)
                }
            }
        }
        return bytes
    }
}

extension DiskState.Change {
    /// A part of a write, up to a sector boundary or of any length. Other changes can't be torn.
    fileprivate func torn(using random: inout some RandomNumberGenerator) -> Self? {
        guard case .write(let offset, let bytes) = self, !bytes.isEmpty else { return nil }
        var count = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) { count = max(0, (offset + count) / 512 * 512 - offset) }
        return .write(offset: offset, bytes: Array(bytes.prefix(count)))
    }
}
