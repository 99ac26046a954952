import BookmarkDatabase
public import Bookmarks
import DefaultsFile
import DeviceStore
import FileCoordination
import KeyValueStore
import ReplicaFile
import Replication
import Synchronization

/// Keeps a device's property list in step with its bookmarks, and applies a person's edits of it.
///
/// Edits do not wait for the file: it is written soon after them while a list is open, and before a
/// command ends. In a long list, it lags, since each write costs time in proportion to the length.
public final class HomeMirror: DefaultsMirror {
    /// The number of bookmarks up to which every command leaves the file up to date.
    public static let promptLimit = 10_000
    /// The time during which changes are gathered before the file is written, in milliseconds.
    static let delay = 200
    static let longListDelay = 30_000

    private let home: Home
    private let file: DefaultsFile
    /// The lock of the file; `nil` if nothing can be saved.
    private let lock: FileLock?
    private let found = Mutex<[String]>([])
    private let isUpdating = Mutex(())
    private let hasTakenIn = Mutex(false)
    private let follower = Mutex<(@Sendable ([String]) -> Void)?>(nil)
    private let requests: AsyncStream<Void>
    private let request: AsyncStream<Void>.Continuation

    /// The problems with reading or writing the file, as sentences for the person.
    public var problems: [String] { found.withLock { $0 } }

    /// Whether edits by hand were applied that the cloud does not have yet.
    public var hasTakenInEdits: Bool { hasTakenIn.withLock { $0 } }

    /// Returns the problems that were not reported yet.
    public func takeProblems() -> [String] {
        found.withLock { problems in
            defer { problems = [] }
            return problems
        }
    }

    /// Whether the file may have been edited by hand, and ``run()`` checks it first.
    public let looksLater: Bool

    init(_ home: Home, canLookLater: Bool) throws {
        self.home = home
        file = DefaultsFile(path: home.location.defaults)
        lock =
            home.readOnlyReason == nil
            ? try FileLock(path: home.location.accountFolder + "/defaults.lock") : nil
        (requests, request) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let isLooking = home.readOnlyReason == nil
        looksLater =
            try isLooking && canLookLater && Self.isTouched(file, home)
            && home.catalog.hasMore(than: Self.promptLimit)
        if let reason = home.readOnlyReason {
            note(reason)
            return
        }
        if looksLater { return }
        do {
            if try isEditedByHand() {
                // Another process may have applied the edits meanwhile, or failed in the middle.
                try locked { if try isEditedByHand() { _ = try applyHandEdits() } }
                update()
            }
        } catch let error as DefaultsError {
            note(error.message)
        }
    }

    /// Calls `body` after each reading of the file with the bookmarks that were edited in it. There
    /// may be new problems, too.
    public func follow(_ body: @escaping @Sendable (_ ids: [String]) -> Void) {
        follower.withLock { $0 = body }
    }

    public func setNeedsUpdate() { request.yield() }

    /// Writes the file soon after each change, and applies manual edits as soon as they are saved,
    /// until the task is cancelled.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.followFile() }
            group.addTask { await self.followRequests() }
        }
    }

    /// Also writes the file soon after each remote change, until the task is cancelled: for
    /// programs without a controller.
    func followReplica() async {
        for await _ in home.device.rings() where ((try? behind()) ?? 0) > 0 { request.yield() }
    }

    private func followFile() async {
        let bell = Doorbell(existing: file.path)
        let rings = bell.rings()
        // The file may have been saved before the watch began.
        updateIfTouched()
        for await _ in rings { updateIfTouched() }
        withExtendedLifetime(bell) {}
    }

    private func updateIfTouched() {
        if home.readOnlyReason == nil, (try? Self.isTouched(file, home)) == true { update() }
    }

    private func followRequests() async {
        if (try? behind()) ?? 0 > 0 { request.yield() }
        for await _ in requests {
            let isLong = (try? home.catalog.hasMore(than: Self.promptLimit)) ?? false
            let delay = isLong ? Self.longListDelay : Self.delay
            try? await Task.sleep(for: .milliseconds(delay))
            if Task.isCancelled { return }
            update()
        }
    }

    /// Writes the file if it is behind, however long it takes.
    public func flush() { update() }

    /// Writes the file if it is behind, unless the list is too long for a command to wait; then the
    /// next open list or ``flush()`` does it.
    public func flushBeforeExit() {
        if (try? home.catalog.hasMore(than: Self.promptLimit)) == false { update() }
    }

    /// Returns the number of bookmarks that changed since the file was written.
    public func behind() throws -> Int { try MirrorTable.behind(home.device.replica) }

    /// Brings the file up to date. A failure is recorded, and the next change retries: the replica
    /// has all data.
    func update() {
        do {
            try locked {
                // Only the version that was read may be replaced: a person may save at any moment.
                var old = file.fingerprint()
                if try isEditedByHand() { old = try applyHandEdits() }
                guard try behind() > 0 || old == nil else { return }
                try write(replacing: old)
            }
        } catch {
            note("The property list was not written: \(HomeError(ofDefaults: error).message)")
        }
    }

    private func write(replacing old: Fingerprint?) throws {
        let replica = home.device.replica
        let snapshot = try MirrorTable.snapshot(replica)
        let written = try file.write(
            settings: snapshot.generation.settings, replacing: old.map { .file($0) } ?? .nothing,
            willReplace: { try MirrorTable.willWrite(snapshot.generation, as: .init($0), replica) },
            bookmarks: snapshot.forEachBookmark, recentlyDeleted: snapshot.forEachDeleted)
        try MirrorTable.didWrite(snapshot.generation, as: .init(written), replica)
    }

    /// Runs `body`, which stops this process for a while, only when the file is not being written:
    /// otherwise, its lock would block other processes.
    public func whileStopping(_ body: () -> Void) { isUpdating.withLock { _ in body() } }

    private func locked(_ body: () throws -> Void) throws {
        try isUpdating.withLock { _ in try lock?.withLock(body) }
    }

    private func note(_ problem: String) {
        found.withLock { problems in
            if problems.last != problem && problems.count < 100 { problems.append(problem) }
        }
    }

    // MARK: Edits by hand

    /// Whether the file differs from the version last written. Usually, size, time and inode tell.
    private func isEditedByHand() throws -> Bool {
        guard try Self.isTouched(file, home), let now = file.fingerprint() else { return false }
        let written = try MirrorTable.written(home.device.replica)
        return try written?.size != now.size || !acceptIfUnchanged()
    }

    /// Whether the file's fingerprint differs from the one recorded.
    private static func isTouched(_ file: DefaultsFile, _ home: Home) throws -> Bool {
        guard let now = file.fingerprint() else { return false }
        if try MirrorTable.written(home.device.replica) == .init(now) { return false }
        return try !MirrorTable.finishWriting(.init(now), home.device.replica)
    }

    /// Accepts a file that was only copied or touched as the version last written. Returns whether
    /// it was.
    private func acceptIfUnchanged() throws -> Bool {
        guard try behind() == 0 else { return false }
        let snapshot = try MirrorTable.snapshot(home.device.replica)
        let found = try file.fingerprint(
            ifWrittenWith: snapshot.generation.settings, bookmarks: snapshot.forEachBookmark,
            recentlyDeleted: snapshot.forEachDeleted)
        guard let found else { return false }
        try MirrorTable.setWritten(.init(found), home.device.replica)
        return true
    }

    /// Applies edits by hand. Returns the fingerprint of the file that was read; `nil` if it was
    /// set aside.
    private func applyHandEdits() throws -> Fingerprint? {
        let (found, fingerprint): (FoundDefaults, Fingerprint)
        do throws(DefaultsError) {
            (found, fingerprint) = try file.read()
        } catch {
            guard error.code == .corrupt else { throw error }
            let aside = try setAside()
            note(
                "\(error.message) It was set aside as \(aside) and is being rewritten; the "
                    + "bookmarks are safe.")
            follower.withLock { $0 }?([])
            return nil
        }
        let written = try MirrorTable.writtenBookmarks(home.device.replica)
        var edits = HandEdits.between(written: written, found: found)
        let deletions = edits.count { $0.isDeletion }
        // An emptied file is more likely an accident, even in a short list.
        let isEmptied = deletions > 1 && deletions == written.count
        let isHeld =
            isEmptied || HeldDeletions(deletions: deletions, total: written.count).mustWait
        if isHeld {
            let aside = try setAside()
            edits.removeAll { $0.isDeletion }
            note(
                "\(grouped(deletions)) of \(grouped(written.count)) bookmarks are missing in "
                    + "\(home.location.defaults). None was deleted, and the file was set aside "
                    + "as \(aside). To delete bookmarks: cloudy delete ID…")
        }
        // The replica that wrote the file is lost, or another device's. If the cloud knows a
        // bookmark, the cloud's state is newer.
        let isForeign = try MirrorTable.written(home.device.replica) == nil
        let controller = home.makeController(mirror: self)
        var changed: [String] = []
        controller.onPart = { changed += $0.ids }
        let problems = try controller.apply(edits, ofForeignFile: isForeign)
        if !edits.isEmpty { hasTakenIn.withLock { $0 = true } }
        // The file is written again without these entries; the text typed in them must not be lost.
        let isKept = !problems.isEmpty && file.fingerprint() == fingerprint
        let aside = isKept ? " Your version of the file: \(try setAside())" : ""
        for problem in problems { note(problem + aside) }
        follower.withLock { $0 }?(changed)
        try apply(found.settings)
        try MirrorTable.setWritten(.init(fingerprint), home.device.replica)
        return isHeld || isKept ? nil : fingerprint
    }

    /// Applies the settings that differ from those written.
    private func apply(_ found: [String: PropertyListValue]) throws {
        let written = try MirrorTable.writtenSettings(home.device.replica)
        let edited = Set(written.keys).union(found.keys).filter { written[$0] != found[$0] }
        guard !edited.isEmpty else { return }
        try home.preferences.change(self) { preferences in
            for name in edited { preferences.values[name] = found[name] }
        }
    }

    private func setAside() throws -> String {
        try file.setAsideCorrupt(now: Double(DeviceStore.milliseconds()) / 1000)
    }
}

extension HandEdit {
    fileprivate var isDeletion: Bool { if case .delete = self { true } else { false } }
}

extension Home {
    /// Whether there is a property list that this replica never wrote, because its replica is lost
    /// or another device's. Fetch the cloud's bookmarks before applying it.
    public func findsForeignDefaults() throws -> Bool {
        guard readOnlyReason == nil else { return false }
        return try MirrorTable.written(device.replica) == nil
            && DefaultsFile(path: location.defaults).fingerprint() != nil
    }

    /// Opens the device's property list, and applies manual edits since it was written.
    ///
    /// - Parameter canLookLater: whether ``HomeMirror/run()`` may do this instead if it would take
    ///   long.
    public func openMirror(canLookLater: Bool = false) throws -> HomeMirror {
        do { return try HomeMirror(self, canLookLater: canLookLater) } catch {
            throw HomeError(ofDefaults: error)
        }
    }
}

extension MirrorTable.Written {
    init(_ file: Fingerprint) {
        self.init(
            size: file.size, modified: file.modified, inode: Int64(bitPattern: file.inode))
    }
}
