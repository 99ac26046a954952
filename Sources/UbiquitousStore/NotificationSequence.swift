public import Foundation
import Synchronization

// Foundation on Linux has no `notifications(named:object:)`. This is Apple's interface, so that
// code written for it compiles; should Foundation gain it one day, this file goes.

extension NotificationCenter {
    /// The notifications of a name as they are posted, of one object or of all.
    public func notifications(
        named name: Notification.Name, object: AnyObject? = nil
    ) -> Notifications {
        Notifications(center: self, name: name, object: object)
    }

    /// An asynchronous sequence of notifications.
    ///
    /// It observes from the moment it is made, and what nobody has taken yet waits in it.
    public final class Notifications: AsyncSequence {
        private let center: NotificationCenter
        /// Only ever given back to the center, which is safe from any thread.
        private nonisolated(unsafe) let token: any NSObjectProtocol
        private let stream: AsyncStream<Posted>

        init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
            self.center = center
            let (stream, continuation) = AsyncStream.makeStream(of: Posted.self)
            self.stream = stream
            token = center.addObserver(forName: name, object: object, queue: nil) {
                continuation.yield(Posted(notification: $0))
            }
        }

        deinit { center.removeObserver(token) }

        /// Begins to take notifications.
        public func makeAsyncIterator() -> Iterator {
            Iterator(sequence: self, base: stream.makeAsyncIterator())
        }

        /// Takes one notification after the other, until its task is cancelled.
        public struct Iterator: AsyncIteratorProtocol {
            /// Keeps the observer.
            let sequence: Notifications
            var base: AsyncStream<Posted>.Iterator

            /// The next notification; waits for it.
            public mutating func next() async -> Notification? {
                await base.next(isolation: #isolation)?.notification
            }
        }
    }
}

/// A notification on its way from the poster's thread to the reader's task. The poster may keep it,
/// as everyone may who observes it: what it carries must be safe to share anyway.
struct Posted: Sendable {
    nonisolated(unsafe) let notification: Notification
}
