/// Damages bytes as disks, other programs and attackers do, in the same way in every run.
public struct Mutator: Sendable {
    private var random: SplitMix
    private let seeds: [[UInt8]]

    /// - Parameter seeds: valid bytes, from which all others are made.
    public init(seed: UInt64, seeds: [[UInt8]]) {
        random = SplitMix(seed: seed)
        self.seeds = seeds
    }

    /// The next damaged bytes.
    public mutating func next() -> [UInt8] {
        var bytes = seeds.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&bytes) }
        return bytes
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else {
            bytes = [.random(in: 0...255, using: &random)]
            return
        }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[place] = .random(in: 0...255, using: &random)
        case 2: bytes[place] = Self.edges.randomElement(using: &random) ?? 0
        case 3: bytes.removeSubrange(place...)
        case 4: bytes.removeSubrange(slice(of: bytes, from: place))
        case 5: bytes.insert(contentsOf: bytes[slice(of: bytes, from: place)], at: place)
        case 6:
            // The largest number, at any position.
            let size = [1, 2, 4, 8].randomElement(using: &random) ?? 8
            let byte: UInt8 = Bool.random(using: &random) ? 0xFF : 0x7F
            for index in place..<min(place + size, bytes.count) { bytes[index] = byte }
        default:
            let other = seeds.randomElement(using: &random) ?? []
            guard !other.isEmpty else { return }
            let start = Int.random(in: 0..<other.count, using: &random)
            bytes.replaceSubrange(
                slice(of: bytes, from: place), with: other[slice(of: other, from: start)])
        }
    }

    private mutating func slice(of bytes: [UInt8], from start: Int) -> Range<Int> {
        start..<min(bytes.count, start + Int.random(in: 1...32, using: &random))
    }

    /// Bytes at which formats branch: heads of CBOR and of binary property lists, and XML's markup.
    private static let edges: [UInt8] = [
        0x00, 0x17, 0x18, 0x1b, 0x3b, 0x5b, 0x7b, 0x7f, 0x80, 0x81, 0x9b, 0x9f, 0xa1, 0xbb, 0xc1,
        0xd1, 0xf4, 0xf6, 0xfb, 0xff, 0x3c, 0x3e, 0x26, 0x2f,
    ]

    /// The number of rounds of a test: `CLOUDY_FUZZ`, or few enough for everyday runs.
    public static func rounds(_ usual: Int, environment: [String: String]) -> Int {
        environment["CLOUDY_FUZZ"].flatMap(Int.init) ?? usual
    }
}
