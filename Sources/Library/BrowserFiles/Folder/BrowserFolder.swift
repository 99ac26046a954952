/// The folder that browsers sync their bookmarks with, as a state machine: a request and a time go
/// in, an answer comes out. It knows no network.
///
/// A file of bookmarks is made on request. A reader with a lock sees the same text until the lock
/// ends, however the library changes. An upload is merged when it is complete, and its text stays
/// visible until the lock ends.
public struct BrowserFolder {
    /// The folder's path on its server, such as `/dav`.
    public let prefix: String
    let plain: any PlainFiles
    var locks: [String: Lock] = [:]
    var frozen: [Key: Frozen] = [:]
    var drafts: [Key: Draft] = [:]
    /// The times when each browser deleted a file: only that browser sees it as deleted.
    var gone: [Key: Int64] = [:]
    private var lastLock = 0
    /// Whether the server is stopping. No sync begins then: a browser that finds a lock tries again
    /// later, and forgets nothing.
    public var isClosing = false

    public init(prefix: String, plain: any PlainFiles) {
        self.prefix = prefix
        self.plain = plain
    }

    struct Key: Hashable {
        var name: String
        var credential: String
    }

    struct Lock {
        var number: Int
        var credential: String
        var refreshed: Int64
        /// Whether the browser began to write, so that it may have another text than it read.
        var isWriting = false
    }

    /// A text that a client sees unchanged for a while.
    struct Frozen {
        var bytes: [UInt8]
        /// The times when the text was made, and when the client first saw it.
        var modified: Int64
        var since: Int64
        /// The lock that the text belongs to; `nil` for one minute without a lock.
        var lock: Int?
        var tag: UInt64
        /// The state of the browser if its sync ends without an upload.
        var sync: LastSync?
    }

    /// An upload that is not yet merged.
    struct Draft {
        var bytes: [UInt8]
        var time: Int64
    }

    /// The lifetime of a lock that is not refreshed, in milliseconds.
    public static let lockDuration: Int64 = 300_000
    /// The time that a text is kept without a lock, in milliseconds.
    public static let frozenDuration: Int64 = 60_000
    static let draftDuration: Int64 = 3_600_000
    /// The maximum size of all drafts that wait to be merged, in bytes.
    static let maximumDrafts = 256 << 20
    /// The maximum size of all texts kept for clients, in bytes.
    static let maximumFrozen = 256 << 20

    /// Answers a request.
    ///
    /// - Parameter now: milliseconds since 1970.
    /// - Throws: the library's errors other than ``BrowserLibraryError``. Nothing has changed then.
    public mutating func answer(
        _ request: BrowserRequest, now: Int64, library: any BrowserLibrary
    ) throws -> BrowserAnswer {
        do {
            let answer = try route(request, now, library)
            return request.method == "HEAD" ? answer.head() : answer
        } catch BrowserLibraryError.full {
            return Self.noRoom
        } catch BrowserLibraryError.readOnly(let reason) {
            // 403 stops a browser until a person acts, so it is wrong for a file that can't be
            // served right now.
            let isReading = ["GET", "HEAD", "PROPFIND"].contains(request.method)
            return BrowserAnswer(isReading ? 503 : 403, because: reason)
        }
    }

    private mutating func route(
        _ request: BrowserRequest, _ now: Int64, _ library: any BrowserLibrary
    ) throws -> BrowserAnswer {
        guard let path = BrowserPath(request.path, under: prefix) else {
            return BrowserAnswer(400, because: "This path cannot be in the folder.")
        }
        if request.method == "OPTIONS" { return Self.options }
        if request.method == "PROPFIND", !request.body.isEmpty,
            !XMLParsing.isWellFormed(request.body)
        {
            return BrowserAnswer(400, because: "The request is not well-formed XML.")
        }
        prune(now)
        switch request.method {
        case "COPY", "MOVE": return try transfer(request, path, now, library)
        default: break
        }
        switch path.kind {
        case .lock(let name): return try lock(request, name, now, library)
        case .file(let name):
            noteWriting(request, name)
            return try file(request, name, path, now, library)
        case .draft(let name):
            noteWriting(request, name)
            return draft(request, name, path, now)
        case .plain: return try plain(request, path, now, library)
        }
    }

    static let methods = "OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, MKCOL, COPY, MOVE"

    static let options = BrowserAnswer(200, headers: ["DAV": "1", "Allow": methods])
    static let notAllowed = BrowserAnswer(405, headers: ["Allow": methods])
    static let noWriting = BrowserAnswer(
        403,
        because: "This token may only read. Give the browser one that may write: cloudy serve "
            + "token add --name NAME")
    static let noRoom = BrowserAnswer(
        507,
        because: "No space is left, so nothing was changed. Free space on the disk, or remove "
            + "files that programs keep at /dav/.")

    // MARK: Locks

    private mutating func noteWriting(_ request: BrowserRequest, _ name: String) {
        if request.method == "PUT", locks[name]?.credential == request.credential {
            locks[name]?.isWriting = true
        }
    }

    private mutating func lock(
        _ request: BrowserRequest, _ name: String, _ now: Int64, _ library: any BrowserLibrary
    ) throws -> BrowserAnswer {
        let held = lock(on: name, now)
        let isOwn = held?.credential == request.credential
        switch request.method {
        case "GET", "HEAD", "PROPFIND":
            // A client that requests the file has lost its own lock.
            if isOwn, request.method == "GET" { release(name, request.credential) }
            guard let held, !isOwn else { return BrowserAnswer(404) }
            return answer(for: held, request, name)
        case "PUT":
            if held == nil ? isClosing : !isOwn {
                var answer = BrowserAnswer(
                    423, because: "Another browser is syncing this file. Try again in a minute.")
                answer.reason = nil
                return answer
            }
            if held == nil {
                release(name, request.credential)
                lastLock += 1
                locks[name] = Lock(
                    number: lastLock, credential: request.credential, refreshed: now)
                return BrowserAnswer(201)
            }
            locks[name]?.refreshed = now
            return BrowserAnswer(204)
        case "DELETE":
            if let held, isOwn { try end(held, name, library) }
            if held == nil { release(name, request.credential) }
            return BrowserAnswer(204)
        default: return Self.notAllowed
        }
    }

    private func answer(
        for lock: Lock, _ request: BrowserRequest, _ name: String
    ) -> BrowserAnswer {
        let body = Array("<html><body>Another browser is syncing this file.</body></html>\n".utf8)
        if request.method == "PROPFIND" {
            let item = Listing.Item(
                path: BrowserPath([name + ".lock"]), isCollection: false, length: body.count,
                modified: lock.refreshed, tag: UInt64(lock.number), type: "text/html")
            return Listing(items: [item]).answer(under: prefix)
        }
        return BrowserAnswer(
            200,
            headers: [
                "Content-Type": "text/html; charset=utf-8",
                "Last-Modified": FileDate.text(lock.refreshed),
            ], body: body)
    }

    /// Returns the lock on a file that has not ended yet.
    func lock(on name: String, _ now: Int64) -> Lock? {
        locks[name].flatMap { 0..<Self.lockDuration ~= now - $0.refreshed ? $0 : nil }
    }

    /// Whether any browser is syncing at a time.
    public func isSyncing(at now: Int64) -> Bool {
        locks.keys.contains { lock(on: $0, now) != nil }
    }

    /// Ends a sync. A browser that uploaded nothing has the file that it read.
    private mutating func end(
        _ lock: Lock, _ name: String, _ library: any BrowserLibrary
    ) throws {
        let sync = frozen[Key(name: name, credential: lock.credential)]?.sync
        release(name, lock.credential)
        guard let sync, !lock.isWriting else { return }
        do {
            let former = try library.lastSync(of: lock.credential, ofFile: name)
            if let former, sync.mayBeRefused(after: former) { return }
            try library.keep(sync, of: lock.credential, ofFile: name)
        } catch is BrowserLibraryError {
            // The sync is over, whether or not there is space to record it.
        }
    }

    /// Ends a lock, and drops the text that its client saw under it.
    private mutating func release(_ name: String, _ credential: String) {
        let key = Key(name: name, credential: credential)
        if locks[name]?.credential == credential { locks[name] = nil }
        frozen[key] = nil
        gone[key] = nil
    }

    /// Drops expired drafts, texts and locks.
    private mutating func prune(_ now: Int64) {
        drafts = drafts.filter { 0..<Self.draftDuration ~= now - $0.value.time }
        frozen = frozen.filter { key, text in
            isValid(text, key, now)
        }
        gone = gone.filter { 0..<Self.frozenDuration ~= now - $0.value }
        locks = locks.filter { 0..<Self.lockDuration ~= now - $0.value.refreshed }
    }

    /// Keeps a text for a client for a while. Texts without a lock, the oldest first, are dropped
    /// to make room.
    mutating func freeze(_ text: Frozen, _ key: Key) throws {
        frozen[key] = nil
        var total = frozen.values.reduce(text.bytes.count) { $0 + $1.bytes.count }
        let unlocked = frozen.filter { $0.value.lock == nil }
        for (other, old) in unlocked.sorted(by: { $0.value.since < $1.value.since })
        where total > Self.maximumFrozen {
            frozen[other] = nil
            total -= old.bytes.count
        }
        guard total <= Self.maximumFrozen else { throw BrowserLibraryError.full }
        frozen[key] = text
    }

    func isValid(_ text: Frozen, _ key: Key, _ now: Int64) -> Bool {
        guard let number = text.lock else {
            return 0..<Self.frozenDuration ~= now - text.since
        }
        return lock(on: key.name, now).map { $0.number == number } ?? false
    }
}
