public import Replication

/// Keeps what the commands of a device changed, so that it can be taken back later, also by others
/// of its terminals.
///
/// The journal is for convenience and must never be in the way of an edit: where it cannot be read
/// or written, it is dropped, and ``takeProblem()`` says so. Only errors that keep the edit itself
/// from being written are thrown.
public protocol EditJournal: Sendable {
    /// Adds traces to a step, in the transaction that makes the changes. Begins a new step when
    /// there is no such number, or it was taken back meanwhile; that ends the redo of the session.
    /// Returns the number of the step, or `nil` when nothing can be kept.
    func add(
        _ pieces: [TracePiece], to number: Int64?, _ head: StepHead, in replica: any ReplicaWriter
    ) throws -> Int64?

    /// The steps, the earliest first. Without their traces.
    func steps() throws -> [KeptStep]

    /// A piece of the traces of a step, from 0; `nil` when it is gone.
    func piece(_ index: Int, of number: Int64) throws -> [UInt8]?

    /// Notes that a step is whole. Where that cannot be noted, it is taken for one that ended
    /// before.
    func finish(_ number: Int64) throws

    /// Notes, in the transaction that does it, that a part of a step was taken back, or was done
    /// again. Returns `false`, and notes nothing, if another session was quicker.
    func setPartlyUndone(
        _ number: Int64, isUndo: Bool, in replica: any ReplicaWriter
    ) throws -> Bool

    /// Notes, in the transaction that does it, that all pieces of a step were taken back by a
    /// session, or with `nil` that they were done again. Returns `false`, and notes nothing, if
    /// another session was quicker, or if there are more pieces by now: the step is still being
    /// made.
    func setUndone(
        _ step: KeptStep, by session: EditSession?, in replica: any ReplicaWriter
    ) throws -> Bool

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
