/// A step that is kept to be undone or redone.
public struct KeptStep: Sendable, Hashable {
    /// Later steps have higher numbers.
    public var number: Int64
    /// The title of the step: `Deleted “Swift.org”`. It names the missing part if the step is not
    /// complete.
    public var title: String
    /// The time when the step was made, in seconds since 1970.
    public var made: Double
    public var session: EditSession
    /// The number of changed bookmarks and documents.
    public var changes: Int
    /// The number of pieces of the step's traces.
    public var pieces: Int
    /// The session that undid the step, and its place in undo order; `nil` if the step is not
    /// undone.
    public var undone: Undone?
    /// Whether only a part of the step was done or undone, because it was interrupted.
    public var isPart: Bool

    /// The session that undid a step.
    public struct Undone: Sendable, Hashable {
        public var session: EditSession
        /// The place in undo order. Steps undone later have higher places.
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
    /// Returns the step that a session undoes next, if any. The steps must be in order.
    ///
    /// A list undoes its own steps, then those that closed lists and commands made before them. If
    /// it has none, it undoes the latest step of the device, as commands always do.
    func nextUndo(of session: EditSession) -> KeptStep? {
        let first = firstOwn(of: session)
        return last { $0.undone == nil && $0.isOffered(to: session, since: first) }
    }

    /// Returns the step that a session redoes next, if any. A list redoes only steps that it undid
    /// itself. A command redoes a step that any session undid, unless there was a change since.
    func nextRedo(of session: EditSession) -> KeptStep? {
        let latest = last?.number ?? 0
        return filter { step in
            guard let undone = step.undone else { return false }
            return session.isList ? undone.session == session : undone.place > latest
        }
        .max { ($0.undone?.place ?? 0) < ($1.undone?.place ?? 0) }
    }

    /// Returns the steps that a session can undo, the next first.
    func allUndo(of session: EditSession) -> [KeptStep] {
        let first = firstOwn(of: session)
        return filter { $0.undone == nil && $0.isOffered(to: session, since: first) }.reversed()
    }

    /// Returns the number of the first step of a list; `nil` for a command, and for a list without
    /// steps.
    private func firstOwn(of session: EditSession) -> Int64? {
        session.isList ? first { $0.session == session }?.number : nil
    }
}

extension KeptStep {
    /// Whether a session may undo this step; `first` is the number of its own first step. Steps of
    /// other open lists are not offered, nor are steps made in between.
    fileprivate func isOffered(to session: EditSession, since first: Int64?) -> Bool {
        guard let first else { return true }
        return self.session == session || !self.session.isList && number < first
    }
}
