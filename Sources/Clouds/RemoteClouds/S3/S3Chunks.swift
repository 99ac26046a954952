public import Documents
import Glibc
import Synchronization

/// The chunks that a cloud keeps, as objects `FOLDER/ab/abcd…` of a bucket.
///
/// It does not check that bytes match their name: for sealed chunks, only holders of the key can.
/// The metadata `x-amz-meta-renewed` of an object is the time when its lease began.
///
/// A lease is renewed at most twice a day, and in return ends half a day later. So after
/// ``missing(of:renews:)`` nothing is removed for 30 days, although most calls write nothing.
public final class S3Chunks: Sendable {
    private let bucket: S3Bucket
    private let folder: String
    private let memory: S3Memory
    private let busy = BusyNames()
    /// The clock, in seconds since 1970.
    private let now: @Sendable () -> Double

    static let lease = 30.0 * 24 * 3600
    /// The age, in seconds, below which a lease is not renewed.
    static let slack = 12.0 * 3600
    /// The maximum number of calls in progress for one operation here.
    static let width = 16
    /// The most names that are looked up one by one.
    private static let few = 64

    /// The effect of a change.
    public struct Change: Sendable, Hashable {
        /// The number of objects that were added or removed.
        public var count = 0
        /// The growth of the folder in bytes; negative if it shrank.
        public var bytes = 0
    }

    /// - Parameter folder: the beginning of all keys, without a slash at the end.
    public convenience init(_ bucket: S3Bucket, folder: String) {
        self.init(bucket, folder: folder, now: { Double(time(nil)) })
    }

    init(_ bucket: S3Bucket, folder: String, now: @escaping @Sendable () -> Double) {
        self.bucket = bucket
        self.folder = folder
        self.now = now
        memory = S3Memory()
    }

    // MARK: Reading

    /// Returns the missing names, in their order.
    ///
    /// - Parameter renews: whether to renew the leases of the others.
    public func missing(
        of names: [ChunkName], renews: Bool = true
    ) async throws(ChunkStoreError) -> [ChunkName] {
        try await busy.using(names) { () async throws(ChunkStoreError) in
            let found = try await self.look(at: Array(Set(names)), again: true)
            let now = self.now()
            // A chunk with an expired lease is sent again: it may be collected at this moment.
            var missing = Set(
                found.filter { ($0.value?.renewed ?? 0) + Self.lease <= now }.map(\.key))
            let old = found.filter {
                !missing.contains($0.key) && ($0.value?.renewed ?? 0) + Self.slack <= now
            }
            if renews {
                let gone = try await atOnce(Array(old), width: Self.width) {
                    (name, object) async throws(ChunkStoreError) -> ChunkName? in
                    try await self.renew(name, object?.bytes ?? 0) ? nil : name
                }
                missing.formUnion(gone.compactMap(\.self))
            }
            return names.filter { missing.contains($0) }
        }
    }

    /// Returns the bytes under a name; `nil` if there are none.
    public func bytes(_ name: ChunkName) async throws(ChunkStoreError) -> [UInt8]? {
        try await bucket.get(key(name), atMost: StoredChunk.longest)
    }

    /// Returns up to `limit` names after `last`, sorted; from the first if `last` is `nil`.
    public func names(
        after last: ChunkName?, limit: Int
    ) async throws(ChunkStoreError) -> [ChunkName] {
        var names: [ChunkName] = []
        try await list(after: last) { page in
            names += page.map(\.name)
            return names.count < limit
        }
        return Array(names.prefix(limit))
    }

    /// Returns the bytes of all objects whose keys begin with a folder, including other objects
    /// than chunks.
    public static func size(_ bucket: S3Bucket, below folder: String) async throws -> Int {
        var (bytes, last) = (0, String?.none)
        while true {
            let page = try await bucket.list(folder + "/", after: last)
            bytes += page.entries.reduce(0) { $0 + $1.bytes }
            last = page.entries.last?.key
            if !page.isMore || last == nil { return bytes }
        }
    }

    // MARK: Changing

    /// Keeps bytes, durably. An object with the same name and length stays, and its lease is
    /// renewed.
    ///
    /// - Parameter grow: called with the bytes needed before they are sent, and with a negative
    ///   number to return those that were not used.
    public func put(
        _ chunk: StoredChunk, grow: @Sendable (Int) async throws -> Void = { _ in }
    ) async throws -> Change {
        try await busy.using([chunk.name]) {
            let found = try await self.look(at: [chunk.name], again: false)
            let object = found[chunk.name] ?? nil
            let age = self.now() - (object?.renewed ?? 0)
            // An object with another length is torn, and is replaced.
            if let object, object.bytes == chunk.bytes.count, age < Self.lease {
                if age < Self.slack { return Change() }
                if try await self.renew(chunk.name, object.bytes) { return Change() }
            }
            let growth = chunk.bytes.count - (object?.bytes ?? 0)
            try await grow(growth)
            let renewed = self.now()
            do {
                try await self.bucket.put(self.key(chunk.name), chunk.bytes, renewed: renewed)
            } catch {
                self.memory.forget(chunk.name)
                try? await grow(-growth)
                throw error
            }
            self.memory.note(
                chunk.name, S3Object(bytes: chunk.bytes.count, renewed: renewed.rounded(.down)))
            return Change(count: 1, bytes: growth)
        }
    }

    /// Removes the objects with these names whose lease has ended.
    public func remove(_ names: [ChunkName]) async throws(ChunkStoreError) -> Change {
        // The lease of a known object may since have been renewed, but not ended earlier.
        let old = names.filter { name in
            memory.lastKnown(name).map { self.hasEnded($0) } ?? true
        }
        let lengths = try await atOnce(old, width: Self.width) {
            name async throws(ChunkStoreError) in try await self.removeOld(name)
        }
        let gone = lengths.compactMap(\.self)
        return Change(count: gone.count, bytes: -gone.reduce(0, +))
    }

    /// Removes the object under a name if its lease has ended. Returns its length; `nil` if it was
    /// not removed.
    private func removeOld(_ name: ChunkName) async throws(ChunkStoreError) -> Int? {
        // A device that asks for the chunk now renews its lease.
        guard busy.beginRemoving(name) else { return nil }
        defer { busy.endRemoving(name) }
        let object = try await bucket.head(key(name)).map(S3Object.init)
        memory.note(name, object)
        guard let object, hasEnded(object) else { return nil }
        memory.forget(name)
        try await bucket.delete(key(name))
        return object.bytes
    }

    private func hasEnded(_ object: S3Object) -> Bool {
        object.renewed + Self.lease + Self.slack < now()
    }

    private func renew(_ name: ChunkName, _ bytes: Int) async throws(ChunkStoreError) -> Bool {
        let time = now()
        let isThere = try await bucket.renew(key(name), renewed: time)
        memory.note(name, isThere ? S3Object(bytes: bytes, renewed: time.rounded(.down)) : nil)
        return isThere
    }

    // MARK: Lookup

    /// Returns the objects under some names. A few are looked up one by one; for many, the bucket
    /// is listed first, as far as that takes fewer calls and no more time.
    ///
    /// - Parameter again: whether to look again for names that were recently missing, or old.
    private func look(
        at names: [ChunkName], again: Bool
    ) async throws(ChunkStoreError) -> [ChunkName: S3Object?] {
        var found = memory.known(names)
        if again {
            let young = now() - Self.slack
            found = found.filter { $0.value.map { $0.renewed > young } ?? false }
        }
        var rest = names.filter { found[$0] == nil }
        if rest.count > Self.few {
            let listed = try await list(pages: rest.count / Self.width)
            for name in rest where listed.end.map({ name <= $0 }) ?? true {
                found[name] = .some(listed.objects[name])
                memory.note(name, listed.objects[name])
            }
            rest = rest.filter { found[$0] == nil }
        }
        let objects = try await atOnce(rest, width: Self.width) {
            name async throws(ChunkStoreError) in
            try await self.bucket.head(self.key(name)).map(S3Object.init)
        }
        for (name, object) in zip(rest, objects) {
            found[name] = .some(object)
            memory.note(name, object)
        }
        return found
    }

    /// Returns the objects on the first pages of the folder, and the last of their names if there
    /// are more.
    private func list(
        pages: Int
    ) async throws(ChunkStoreError) -> (objects: [ChunkName: S3Object], end: ChunkName?) {
        var (objects, rest, end) = ([ChunkName: S3Object](), pages, ChunkName?.none)
        let isAll = try await list(after: nil) { page in
            for (name, object) in page { objects[name] = object }
            end = page.last?.name ?? end
            rest -= 1
            return rest > 0
        }
        return (objects, isAll ? nil : end)
    }

    /// Calls `body` with each page until it returns false. Returns whether those were all pages.
    ///
    /// A listing lacks the metadata of an object. But the object was written when its lease began,
    /// or later by a program that copies buckets.
    @discardableResult
    private func list(
        after last: ChunkName?, _ body: ([(name: ChunkName, object: S3Object)]) -> Bool
    ) async throws(ChunkStoreError) -> Bool {
        var place = last.map { key($0) }
        while true {
            let page = try await bucket.list(folder + "/", after: place)
            place = page.entries.last?.key
            let goesOn = body(
                page.entries.compactMap { entry in
                    guard
                        let name = entry.key.split(separator: "/").last.flatMap({ ChunkName($0) }),
                        entry.key == key(name)
                    else { return nil }
                    return (name, S3Object(bytes: entry.bytes, renewed: entry.modified))
                })
            if !page.isMore || place == nil { return true }
            if !goesOn { return false }
        }
    }

    func key(_ name: ChunkName) -> String { "\(folder)/\(name.description.prefix(2))/\(name)" }
}
