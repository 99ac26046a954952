/// A command that is kept so that it can be taken back, or done again.
public struct KeptStep: Sendable, Hashable {
    /// Later steps have higher numbers.
    public var number: Int64
    /// The title of the command: `Deleted “Swift.org”`, with the missing part if it is not
    /// complete.
    public var title: String
    /// When it was made, in seconds since 1970.
    public var made: Double
    public var session: EditSession
    /// How many bookmarks and documents it changed.
    public var changes: Int
    /// How many pieces its traces are kept in.
    public var pieces: Int
    /// The session that undid it, and its place in undo order; `nil` while it is done.
    public var undone: Undone?
    /// Whether only a part of it was done, or taken back: something ended it.
    public var isPart: Bool

    /// The session that undid a step.
    public struct Undone: Sendable, Hashable {
        public var session: EditSession
        /// Steps that were taken back later have higher places, and those that were made later
        /// have higher numbers.
        public var place: Int64

        public init(session: EditSession, place: Int64) {
            self.session = session
            self.place = place
        }
    }

    public init(
        number: Int64, title: String, made: Double, session: EditSession, changes: Int,
        pieces: Int, undone: Undone?, isPart: Bool = false
    ) {
        self.number = number
        self.title = title
        self.made = made
        self.session = session
        self.changes = changes
        self.pieces = pieces
        self.undone = undone
        self.isPart = isPart
    }
}

extension [KeptStep] {
    /// The step that a session undoes next, if any. The steps are in their order.
    ///
    /// A list undoes its own steps, then those that closed lists and commands made before them.
    /// When it has none, it undoes the latest change of the device, as commands always do.
    func nextUndo(of session: EditSession) -> KeptStep? {
        let first = firstOwn(of: session)
        return last { $0.undone == nil && $0.isOffered(to: session, since: first) }
    }

    /// The step that a session redoes next, if any: for a list, one that it undid itself; for a
    /// command, one that any session undid, if there was no change since.
    func nextRedo(of session: EditSession) -> KeptStep? {
        let latest = last?.number ?? 0
        return filter { step in
            guard let undone = step.undone else { return false }
            return session.isList ? undone.session == session : undone.place > latest
        }
        .max { ($0.undone?.place ?? 0) < ($1.undone?.place ?? 0) }
    }

    /// The steps that a session could undo, the next first.
    func allUndo(of session: EditSession) -> [KeptStep] {
        let first = firstOwn(of: session)
        return filter { $0.undone == nil && $0.isOffered(to: session, since: first) }.reversed()
    }

    /// The number of the first step of a list; `nil` for a command, and for a list without any.
    private func firstOwn(of session: EditSession) -> Int64? {
        session.isList ? first { $0.session == session }?.number : nil
    }
}

extension KeptStep {
    /// Whether a session may undo this step; `first` is the number of its own first step. The steps
    /// of other open lists are not offered, and neither are steps in between.
    fileprivate func isOffered(to session: EditSession, since first: Int64?) -> Bool {
        guard let first else { return true }
        return self.session == session || !self.session.isList && number < first
    }
}
