import FaultyDisk
import SeededRandom

/// The state after a crash.
struct Crash {
    /// The number of operations that the disk had done.
    var count: Int
    var survival: Survival
    var image: DiskImage
}

/// The possible states after a crash, one set for each operation of a disk.
struct Crashes: Sequence, IteratorProtocol {
    private let log: [DiskOperation]
    private var random: SplitMix
    private var state: DiskState
    private var count = 0
    private var survivals: [Survival] = []

    /// - Parameter state: the content of the disk before the operations.
    init(of log: [DiskOperation], from state: DiskState = DiskState(), seed: UInt64) {
        self.log = log
        self.state = state
        random = SplitMix(seed: seed)
    }

    mutating func next() -> Crash? {
        while survivals.isEmpty {
            guard count < log.count else { return nil }
            state.apply(log[count])
            // A write does not change what was synced, while promises only grow. So a check just
            // before the next sync covers each write since the last one.
            let isTurn = log[count...].prefix(2).contains(where: \.isSync)
            count += 1
            survivals = Survival.allCases.filter {
                $0 != .synced || isTurn || count == log.count
            }
        }
        let survival = survivals.removeFirst()
        return Crash(
            count: count, survival: survival, image: state.image(survival, using: &random))
    }
}

extension DiskOperation {
    /// Whether the operation makes earlier writes durable.
    fileprivate var isSync: Bool {
        switch self {
        case .sync, .syncFolder: true
        default: false
        }
    }
}
