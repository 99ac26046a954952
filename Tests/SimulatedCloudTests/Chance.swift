import Synchronization

/// Random bits, some of which a test chooses.
final class Chance: Sendable {
    private let state: Mutex<(bits: [UInt64], seed: UInt64)>

    /// Returns these bits one after the other, and then bits from the seed.
    init(_ bits: [UInt64] = [], seed: UInt64 = 1) { state = Mutex((bits, seed)) }

    /// SplitMix64.
    @Sendable func next() -> UInt64 {
        state.withLock { state in
            if !state.bits.isEmpty { return state.bits.removeFirst() }
            state.seed &+= 0x9e37_79b9_7f4a_7c15
            var bits = state.seed
            bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
            bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
            return bits ^ (bits >> 31)
        }
    }

    /// Bits that fall just at this percentage.
    static func percent(_ percent: Double) -> UInt64 {
        UInt64(percent / 100 * 0x1p53) << 11
    }
}

/// Records how long it was asked to wait, and does not wait.
final class Waits: Sendable {
    private let noted = Mutex<[Int64]>([])

    var milliseconds: [Int64] { noted.withLock { $0 } }

    @Sendable func wait(_ milliseconds: Int64) async {
        noted.withLock { $0.append(milliseconds) }
    }
}
