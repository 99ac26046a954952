import Glibc
import Synchronization

/// Random numbers of the system, which gives some at a time: an import needs one for each bookmark.
enum RandomNumbers {
    /// As many as `getentropy(3)` gives at once, in 256 bytes.
    private static let atOnce = 32
    private static let numbers = Mutex<[UInt64]>([])

    static func next() -> UInt64 {
        numbers.withLock { numbers in
            if numbers.isEmpty { numbers = draw() }
            return numbers.popLast() ?? UInt64.random(in: .min ... .max)
        }
    }

    /// None where the system gives none.
    private static func draw() -> [UInt64] {
        var drawn = [UInt64](repeating: 0, count: atOnce)
        let result = drawn.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) }
        return result == 0 ? drawn : []
    }
}
