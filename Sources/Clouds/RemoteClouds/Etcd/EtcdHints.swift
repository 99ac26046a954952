import FoundationEssentials
import Replication
import Synchronization

/// Reports changes of many clouds, with one watch over all their states.
public final class EtcdHints: Sendable {
    private let listeners = Listeners()
    private let task: Task<Void, Never>

    /// - Parameter folder: the common prefix of the keys of all states; it ends with a slash.
    public init(_ connection: EtcdConnection, below folder: String) {
        let watch = Watch(connection.members, .below(folder)) { [listeners] keys in
            listeners.tell(keys.map { String(decoding: $0, as: UTF8.self) })
        }
        task = Task { await watch.run() }
    }

    deinit { task.cancel() }

    /// Returns a stream with an element whenever the cloud with this state key may have changed.
    public func hints(of state: String) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = listeners.add(continuation, to: state)
        continuation.onTermination = { [listeners] _ in listeners.remove(number, from: state) }
        return stream
    }
}

/// The listeners, by the keys that they watch.
private final class Listeners: Sendable {
    private struct Known {
        var all: [String: [Int: AsyncStream<Void>.Continuation]] = [:]
        var last = 0
    }

    private let known = Mutex(Known())

    func add(_ listener: AsyncStream<Void>.Continuation, to key: String) -> Int {
        known.withLock { known in
            known.last += 1
            known.all[key, default: [:]][known.last] = listener
            return known.last
        }
    }

    func remove(_ number: Int, from key: String) {
        known.withLock { known in
            known.all[key]?[number] = nil
            if known.all[key]?.isEmpty == true { known.all[key] = nil }
        }
    }

    /// Wakes the listeners of these keys; without keys, all listeners.
    func tell(_ keys: [String]) {
        let told = known.withLock { known in
            keys.isEmpty
                ? known.all.values.flatMap(\.values)
                : Set(keys).flatMap { known.all[$0].map { Array($0.values) } ?? [] }
        }
        for listener in told { listener.yield() }
    }
}
