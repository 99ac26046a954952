public import Foundation
import Synchronization

// Foundation on Linux has no `notifications(named:object:)`. This is Apple's interface, so that
// code written for it compiles. If Foundation gains it, this file can be removed.

extension NotificationCenter {
    /// Returns the notifications with a name as they are posted, from one object or from all.
    public func notifications(
        named name: Notification.Name, object: AnyObject? = nil
    ) -> Notifications {
        Notifications(center: self, name: name, object: object)
    }

    /// An asynchronous sequence of notifications, which several tasks may read: each reader gets
    /// all of them.
    ///
    /// The first reader gets the notifications posted since the sequence was made. Any other reader
    /// gets those posted after it began to read.
    public final class Notifications: AsyncSequence, Sendable {
        private let center: NotificationCenter
        // Only passed to the center, which compares it.
        private nonisolated(unsafe) let object: AnyObject?
        private let name: Notification.Name
        /// The observer for the first reader, until that reader takes it.
        private let first: Mutex<Observed?>

        init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
            self.center = center
            self.name = name
            self.object = object
            first = Mutex(Observed(center, name, object))
        }

        /// Begins to read notifications.
        public func makeAsyncIterator() -> Iterator {
            let waiting = first.withLock { first in
                defer { first = nil }
                return first
            }
            return Iterator(waiting ?? Observed(center, name, object))
        }

        /// Returns one notification after the other, until its task is cancelled.
        public struct Iterator: AsyncIteratorProtocol {
            /// Keeps the observer alive.
            private let observed: Observed
            private var base: AsyncStream<Posted>.Iterator

            fileprivate init(_ observed: Observed) {
                self.observed = observed
                base = observed.stream.makeAsyncIterator()
            }

            /// Waits for the next notification, and returns it; `nil` when the task is cancelled.
            public mutating func next() async -> Notification? {
                await base.next(isolation: #isolation)?.notification
            }
        }
    }
}

/// An observer, with the notifications that were not read yet.
private final class Observed: Sendable {
    private let center: NotificationCenter
    // Only passed back to the center, which is safe from any thread.
    private nonisolated(unsafe) let token: any NSObjectProtocol
    let stream: AsyncStream<Posted>

    init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
        self.center = center
        let (stream, continuation) = AsyncStream.makeStream(of: Posted.self)
        self.stream = stream
        token = center.addObserver(forName: name, object: object, queue: nil) {
            continuation.yield(Posted(notification: $0))
        }
    }

    deinit { center.removeObserver(token) }
}

/// A notification on its way from the poster's thread to the reader's task. The poster and every
/// observer may keep it, so its contents must be safe to share anyway.
struct Posted: Sendable {
    nonisolated(unsafe) let notification: Notification
}
