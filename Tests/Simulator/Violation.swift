/// The rules that hold in every world.
public enum Invariant: String, Sendable, CaseIterable {
    case convergence = "I1 convergence"
    case nothingLost = "I2 nothing typed is lost"
    case noResurrection = "I4 deleted keys stay away"
    case wholeValues = "I5 values are whole"
    case notifications = "I7 notifications"
    case noReverts = "I10 nothing is reverted"
    case quota = "I11 quota"
    case clocks = "I13 clocks"
    case brake = "I14 the brake holds"
    case accounts = "I15 accounts stay apart"
    case identity = "I16 a device that comes back keeps its actor"
    case versions = "D1 no version is lost"
    case named = "D2 named contents can be opened"
    case unnamed = "D3 unnamed contents are collected"
    case lines = "D4 merged notes keep their lines"
    case chunksSent = "D5 no chunk is sent in vain"
    case determinism = "determinism"
    case noErrors = "no unexpected errors"
}

/// An invariant that did not hold, and how.
public struct Violation: Error, Sendable, Hashable, CustomStringConvertible {
    public var invariant: Invariant
    public var detail: String

    public var description: String { "\(invariant.rawValue): \(detail)" }
}
