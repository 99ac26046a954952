import CloudServer
import LocalCloud
import Synchronization

/// How many bytes of contents an account has: counted once, and then kept in step.
///
/// Another server may use the same folder. So the count is made anew each hour, and before an
/// account is told that it is full.
struct UsageCount: Sendable {
    private var bytes: Int
    private let end: ContinuousClock.Instant

    private static let lasting = Duration.seconds(3600)

    init(_ bytes: Int) {
        self.bytes = bytes
        end = .now + Self.lasting
    }

    mutating func add(_ bytes: Int) { self.bytes += bytes }

    /// Takes room for so many bytes. Returns false if there is none.
    mutating func take(_ bytes: Int, of limit: Int) -> Bool {
        let isRoom = self.bytes + bytes <= limit
        if isRoom { self.bytes += bytes }
        return isRoom
    }

    /// Whether it is to be made anew before so many bytes are taken.
    ///
    /// - Parameter shortest: for how long it is believed at least.
    func isOld(for bytes: Int, of limit: Int, shortest: Duration) -> Bool {
        let now = ContinuousClock.now
        let isFull = self.bytes + bytes > limit
        return now >= end || isFull && now >= end - Self.lasting + shortest
    }
}

/// How many bytes of contents an account has in folders of this machine.
public final class ContentUsage: Sendable {
    /// How many bytes of contents an account may have, unless told: 10 GiB.
    public static let usualLimit = 10 << 30

    private let count: @Sendable () -> Int
    private let known = Mutex<UsageCount?>(nil)

    /// A device that asks again and again although its account is full causes few counts.
    private let shortest: Duration

    /// - Parameters:
    ///   - shortest: for how long a count is believed at least.
    ///   - count: counts all bytes.
    init(shortest: Duration = .seconds(5), count: @escaping @Sendable () -> Int) {
        self.shortest = shortest
        self.count = count
    }

    /// Takes room for so many bytes. Throws ``ContentsAreFull``.
    func take(_ bytes: Int, of limit: Int) throws {
        try known.withLock { known in
            var count = known ?? UsageCount(self.count())
            if count.isOld(for: bytes, of: limit, shortest: shortest) {
                count = UsageCount(self.count())
            }
            let isRoom = count.take(bytes, of: limit)
            known = count
            if !isRoom { throw ContentsAreFull(limit: limit) }
        }
    }

    /// Notes that there are more bytes than was taken, or fewer.
    func add(_ bytes: Int) { known.withLock { $0?.add(bytes) } }
}

/// The counts of the accounts of a server.
final class ContentUsages: Sendable {
    private let usages = Mutex<[String: ContentUsage]>([:])

    /// The count of an account.
    ///
    /// - Parameter name: tells it from others.
    func usage(_ name: String, count: @escaping @Sendable () -> Int) -> ContentUsage {
        usages.withLock { usages in
            if let usage = usages[name] { return usage }
            let usage = ContentUsage(count: count)
            usages[name] = usage
            return usage
        }
    }
}
