import CloudServer
import LocalCloud
import Synchronization

/// How many bytes of contents an account has: counted once, and then kept in step.
///
/// Another server may use the same folder. So the count is made anew each hour, and before an
/// account is told that it is full.
public final class ContentUsage: Sendable {
    /// How many bytes of contents an account may have, unless told: 10 GiB.
    public static let usualLimit = 10 << 30

    private struct Count {
        var bytes: Int
        var end: ContinuousClock.Instant
    }

    private let count: @Sendable () -> Int
    private let known = Mutex<Count?>(nil)

    /// Those who ask again and again although an account is full do not have it counted each time.
    private let shortest: Duration

    /// - Parameters:
    ///   - shortest: for how long a count is believed at least.
    ///   - count: counts all that is there.
    init(shortest: Duration = .seconds(5), count: @escaping @Sendable () -> Int) {
        self.shortest = shortest
        self.count = count
    }

    private static let lasting = Duration.seconds(3600)

    /// Takes room for so many bytes. Throws ``ContentsAreFull``.
    func take(_ bytes: Int, of limit: Int) throws {
        try known.withLock { known in
            let now = ContinuousClock.now
            var found = known.flatMap { now < $0.end ? $0 : nil }
            if let old = found, old.bytes + bytes > limit,
                now >= old.end - Self.lasting + shortest
            {
                found = nil
            }
            var count = found ?? Count(bytes: self.count(), end: now + Self.lasting)
            let isRoom = count.bytes + bytes <= limit
            if isRoom { count.bytes += bytes }
            known = count
            if !isRoom { throw ContentsAreFull(limit: limit) }
        }
    }

    /// Notes that there are more bytes than was taken, or fewer.
    func add(_ bytes: Int) { known.withLock { $0?.bytes += bytes } }
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
