import CloudServer
import LocalCloud
import Synchronization

/// The bytes of contents of an account: counted once, and then updated.
///
/// Another server may use the same folder. So the bytes are counted again each hour, and before an
/// account is refused as full.
struct UsageCount: Sendable {
    private(set) var bytes: Int
    private let end: ContinuousClock.Instant

    private static let lasting = Duration.seconds(3600)

    init(_ bytes: Int) {
        self.bytes = bytes
        end = .now + Self.lasting
    }

    mutating func add(_ bytes: Int) { self.bytes += bytes }

    /// Reserves some bytes. Returns false if the limit does not allow them.
    mutating func reserve(_ bytes: Int, of limit: Int) -> Bool {
        let isRoom = self.bytes + bytes <= limit
        if isRoom { self.bytes += bytes }
        return isRoom
    }

    /// Returns whether to count again before some bytes are taken.
    ///
    /// - Parameter shortest: the shortest time that a count is valid.
    func isOld(for bytes: Int, of limit: Int, shortest: Duration) -> Bool {
        let isFull = self.bytes + bytes > limit
        return isOld || isFull && ContinuousClock.now >= end - Self.lasting + shortest
    }

    /// Whether to count again before the bytes are reported.
    var isOld: Bool { ContinuousClock.now >= end }
}

/// The bytes of contents of an account in folders of this machine.
public final class ContentUsage: Sendable {
    /// The default limit of the contents of an account, in bytes: 10 GiB.
    public static let usualLimit = 10 << 30

    private let count: @Sendable () -> Int
    private let known = Mutex<UsageCount?>(nil)

    /// The shortest time that a count is valid, so that a device that keeps asking although its
    /// account is full causes few counts.
    private let shortest: Duration

    /// - Parameters:
    ///   - shortest: the shortest time that a count is valid.
    ///   - count: counts all bytes.
    init(shortest: Duration = .seconds(5), count: @escaping @Sendable () -> Int) {
        self.shortest = shortest
        self.count = count
    }

    /// Reserves some bytes. Throws ``ContentsAreFull`` if the limit does not allow them.
    func reserve(_ bytes: Int, of limit: Int) throws {
        try known.withLock { known in
            var count = known ?? UsageCount(self.count())
            if count.isOld(for: bytes, of: limit, shortest: shortest) {
                count = UsageCount(self.count())
            }
            let isRoom = count.reserve(bytes, of: limit)
            known = count
            if !isRoom { throw ContentsAreFull(limit: limit) }
        }
    }

    /// The number of bytes.
    var bytes: Int {
        known.withLock { known in
            var count = known ?? UsageCount(self.count())
            if count.isOld { count = UsageCount(self.count()) }
            known = count
            return count.bytes
        }
    }

    /// Notes that there are more bytes than were reserved; a negative number means fewer.
    func add(_ bytes: Int) { known.withLock { $0?.add(bytes) } }
}

/// The byte counts of the accounts of a server.
final class ContentUsages: Sendable {
    private let usages = Mutex<[String: ContentUsage]>([:])

    /// Returns the byte count of an account.
    ///
    /// - Parameter name: a name that identifies the account.
    func usage(_ name: String, count: @escaping @Sendable () -> Int) -> ContentUsage {
        usages.withLock { usages in
            if let usage = usages[name] { return usage }
            let usage = ContentUsage(count: count)
            usages[name] = usage
            return usage
        }
    }
}
