/// Keeps the changes of a device's commands, so that they can be taken back later, also by others
/// of its terminals.
///
/// A ``BookmarkTransaction`` adds to it.
///
/// The journal is for convenience and must never be in the way of an edit: where it cannot be read
/// or written, it is dropped, and ``takeProblem()`` says so. Only errors that keep the edit itself
/// from being written are thrown.
public protocol EditJournal: Sendable {
    /// The steps, the earliest first. Without their traces.
    func steps() throws -> [KeptStep]

    /// A piece of the traces of a step, from 0; `nil` when it is gone.
    func piece(_ index: Int, of number: Int64) throws -> [UInt8]?

    /// Notes that a step is whole. Where that cannot be noted, it is taken for one that ended
    /// before.
    func finish(_ number: Int64) throws

    /// Forgets a step that can be neither taken back nor done again.
    func forget(_ number: Int64) throws

    /// Puts other bytes in the place of the pieces for which `body` returns some.
    func rewritePieces(_ body: ([UInt8]) throws -> [UInt8]?) throws

    /// Drops everything that is kept, because it cannot be read.
    func drop() throws

    /// Makes the steps of a session those of another one.
    func rename(_ session: EditSession, to other: EditSession) throws

    /// The trouble since the last call, in a sentence for the person.
    func takeProblem() -> String?
}

/// The summary of a step.
public struct StepHead: Sendable, Hashable {
    public var title: String
    /// Seconds since 1970.
    public var made: Double
    public var session: EditSession
    /// How many bookmarks the step is to go through, as long as parts of it are missing; else 0.
    public var missing: Int

    public init(title: String, made: Double, session: EditSession, missing: Int = 0) {
        self.title = title
        self.made = made
        self.session = session
        self.missing = missing
    }
}

/// Some of the traces of a step, as they are kept.
public struct TracePiece: Sendable, Hashable {
    public var bytes: [UInt8]
    /// How many bookmarks they are about.
    public var count: Int

    public init(bytes: [UInt8], count: Int) {
        self.bytes = bytes
        self.count = count
    }
}
