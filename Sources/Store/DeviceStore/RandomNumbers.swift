import Glibc
import Synchronization

/// Random numbers from the system, fetched several at a time: an import needs one for each
/// bookmark.
enum RandomNumbers {
    /// `getentropy(3)` returns at most 256 bytes.
    private static let atOnce = 32
    private static let numbers = Mutex<[UInt64]>([])

    static func next() -> UInt64 {
        numbers.withLock { numbers in
            if numbers.isEmpty { numbers = draw() }
            return numbers.popLast() ?? UInt64.random(in: .min ... .max)
        }
    }

    /// Returns new random numbers; none if the system cannot provide any.
    private static func draw() -> [UInt64] {
        var drawn = [UInt64](repeating: 0, count: atOnce)
        let result = drawn.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) }
        return result == 0 ? drawn : []
    }
}
