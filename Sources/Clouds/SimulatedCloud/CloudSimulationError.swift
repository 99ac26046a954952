/// The reason why a text is not the plan of a simulation.
public struct CloudSimulationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem of the part.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String {
            case empty, unknown, repeated, unexpectedValue, badDuration, badPercentage, badNumber
        }
        private var value: Value

        /// The plan, or a part of it between commas, is empty.
        public static let empty = Code(value: .empty)
        /// No part has this name.
        public static let unknown = Code(value: .unknown)
        /// The same part occurs twice.
        public static let repeated = Code(value: .repeated)
        /// This part takes no value.
        public static let unexpectedValue = Code(value: .unexpectedValue)
        /// Not a duration with its unit, or longer than ``CloudSimulation/longestDuration``.
        public static let badDuration = Code(value: .badDuration)
        /// Not a percentage from 0% to 100%.
        public static let badPercentage = Code(value: .badPercentage)
        /// Not a whole number from 0.
        public static let badNumber = Code(value: .badNumber)

        public var description: String { value.rawValue }
    }

    public var code: Code
    /// The part as it was typed; the whole plan for ``Code/empty``.
    public var part: String

    init(_ code: Code, part: some StringProtocol) {
        self.code = code
        self.part = String(part)
    }

    public var description: String {
        "\(problem) Possible are latency=2s, jitter=500ms, loss=10%, replyloss=5%, duplicates=1%, "
            + "quota=1000 and offline, separated by commas."
    }

    private var problem: String {
        switch code {
        case .empty where part.isEmpty: "The plan of the simulation is empty."
        case .empty: "A part of “\(part)” is empty."
        case .repeated: "“\(part)” is given twice."
        case .unexpectedValue: "“\(part)” takes no value."
        case .badDuration: "“\(part)” needs a duration of at most a minute, such as 2s or 500ms."
        case .badPercentage: "“\(part)” needs a percentage from 0% to 100%."
        case .badNumber: "“\(part)” needs a whole number of keys."
        default: "“\(part)” cannot be simulated."
        }
    }
}
