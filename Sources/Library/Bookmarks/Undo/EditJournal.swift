/// Keeps the steps of a device, so that any of its terminals can undo them later.
///
/// A ``BookmarkTransaction`` adds to it.
///
/// The journal is for convenience and must never prevent an edit: if it cannot be read or written,
/// it is dropped, and ``takeProblem()`` reports that. Only errors that prevent the edit itself are
/// thrown.
public protocol EditJournal: Sendable {
    /// Returns the steps without their traces, the earliest first.
    func steps() throws -> [KeptStep]

    /// Returns a piece of a step's traces, counted from 0; `nil` if it is gone.
    func piece(_ index: Int, of number: Int64) throws -> [UInt8]?

    /// Records that a step is complete. If this fails, the step counts as interrupted.
    func finish(_ number: Int64) throws

    /// Removes a step that can be neither undone nor redone.
    func forget(_ number: Int64) throws

    /// Replaces the pieces for which `body` returns other bytes.
    func rewritePieces(_ body: ([UInt8]) throws -> [UInt8]?) throws

    /// Drops the whole journal, because it cannot be read.
    func drop() throws

    /// Gives the steps of a session to another one.
    func rename(_ session: EditSession, to other: EditSession) throws

    /// Returns a problem since the last call, as a sentence for the person.
    func takeProblem() -> String?
}

/// The summary of a step.
public struct StepHead: Sendable, Hashable {
    public var title: String
    /// The time when the step was made, in seconds since 1970.
    public var made: Double
    public var session: EditSession
    /// The total number of bookmarks of the step while parts of it are missing; otherwise 0.
    public var missing: Int

    public init(title: String, made: Double, session: EditSession, missing: Int = 0) {
        self.title = title
        self.made = made
        self.session = session
        self.missing = missing
    }
}

/// Encoded traces of a part of a step.
public struct TracePiece: Sendable, Hashable {
    public var bytes: [UInt8]
    /// The number of bookmarks in the piece.
    public var count: Int

    public init(bytes: [UInt8], count: Int) {
        self.bytes = bytes
        self.count = count
    }
}
