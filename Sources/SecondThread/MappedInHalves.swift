import Dispatch
import Synchronization

extension Array where Element: Sendable {
    /// From how many on another thread is worth waking.
    private static var many: Int { 100 }

    /// What `transform` makes of each, in their order. Of many, half are done on another thread
    /// meanwhile; the caller waits for both.
    public func mappedInHalves<Result: Sendable>(
        _ transform: @Sendable (Element) -> Result
    ) -> [Result] {
        if count < Self.many { return map(transform) }
        let halves = [self[..<(count / 2)], self[(count / 2)...]]
        let results = Mutex<[[Result]]>([[], []])
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            let result = halves[index].map(transform)
            results.withLock { $0[index] = result }
        }
        return results.withLock { $0[0] + $0[1] }
    }
}
