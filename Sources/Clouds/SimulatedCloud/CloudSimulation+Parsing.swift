extension CloudSimulation {
    /// The longest duration, in milliseconds: a plan slows things down, but never stops them.
    public static let longestDuration: Int64 = 60_000

    /// Reads a plan. Ignores spaces around its parts.
    public init(_ plan: String) throws(CloudSimulationError) {
        self.init()
        var seen: Set<Substring> = []
        for part in plan.split(separator: ",", omittingEmptySubsequences: false) {
            let part = part.trimmed
            guard !part.isEmpty else { throw CloudSimulationError(.empty, part: plan) }
            let pieces = part.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = pieces[0].trimmed
            try set(name, to: pieces.count > 1 ? pieces[1].trimmed : nil, part: part)
            guard seen.insert(name).inserted else {
                throw CloudSimulationError(.repeated, part: part)
            }
        }
    }

    private mutating func set(
        _ name: Substring, to value: Substring?, part: Substring
    ) throws(CloudSimulationError) {
        switch name {
        case "latency": latency = try Self.milliseconds(value, part)
        case "jitter": jitter = try Self.milliseconds(value, part)
        case "loss": loss = try Self.percent(value, part)
        case "replyloss": replyLoss = try Self.percent(value, part)
        case "duplicates": duplicates = try Self.percent(value, part)
        case "quota":
            guard let value, value.isNumber, let number = Int(value) else {
                throw CloudSimulationError(.badNumber, part: part)
            }
            quota = number
        case "offline":
            guard value == nil else { throw CloudSimulationError(.unexpectedValue, part: part) }
            isOffline = true
        default: throw CloudSimulationError(.unknown, part: part)
        }
    }

    private static func milliseconds(
        _ value: Substring?, _ part: Substring
    ) throws(CloudSimulationError) -> Int64 {
        let units: [(name: String, milliseconds: Double)] = [("ms", 1), ("s", 1000)]
        if let value, let unit = units.first(where: { value.hasSuffix($0.name) }),
            let number = value.dropLast(unit.name.count).decimal
        {
            let milliseconds = (number * unit.milliseconds).rounded()
            if milliseconds <= Double(longestDuration) { return Int64(milliseconds) }
        }
        throw CloudSimulationError(.badDuration, part: part)
    }

    private static func percent(
        _ value: Substring?, _ part: Substring
    ) throws(CloudSimulationError) -> Double {
        guard let value, value.last == "%", let number = value.dropLast().decimal, number <= 100
        else { throw CloudSimulationError(.badPercentage, part: part) }
        return number
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
    }

    /// Whether the text is not empty and has only digits.
    fileprivate var isNumber: Bool { !isEmpty && utf8.allSatisfy { (48...57).contains($0) } }

    /// The value of digits with or without a fraction; without a sign, an exponent or `nan`, which
    /// `Double` would accept.
    fileprivate var decimal: Double? {
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy(\.isNumber) ? Double(self) : nil
    }
}
