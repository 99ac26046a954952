import Dispatch
import Synchronization

/// A value that another thread makes while the caller goes on with something else.
///
///     let next = Ahead { parse(chunk) }
///     try store(what)
///     what = next.value
public final class Ahead<Value: Sendable>: Sendable {
    private let make: @Sendable () -> Value
    private let made = Mutex<Value?>(nil)
    private let work = DispatchGroup()

    /// Begins to make the value at once.
    public init(_ make: @escaping @Sendable () -> Value) {
        self.make = make
        // A queue of its own has a thread of its own. Those of the queue that all share are as
        // many as there are processors, and one that waits for another value keeps its thread.
        DispatchQueue(label: "ahead").async(group: work) { [self] in
            let value = make()
            made.withLock { $0 = value }
        }
    }

    /// The value. Waits until it is made.
    public var value: Value {
        work.wait()
        return made.withLock { $0 } ?? make()
    }
}
