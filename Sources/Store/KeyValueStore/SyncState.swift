public import Replication

/// The state of syncing, for people: one value, shown in the title line and by `cloudy status`.
public struct SyncState: Sendable, Hashable {
    public var phase: Phase
    /// How many edits are saved here and not yet in the cloud.
    public var unsent: Int
    /// The name of this device.
    public var device: String
    /// The account that is synced; `nil` for the default one.
    public var account: String?
    /// When the cloud last answered, in seconds since 1970; `nil` when never.
    public var lastSync: Double?
    /// Whether the account has as much in the cloud as it may, and some edit had no room, or its
    /// records there have none to be sealed. Such edits stay here and are tried again.
    public var quotaExceeded: Bool
    /// Whether nothing can be sent because the cloud's own disk is full, whatever this account
    /// holds. The phase is ``Phase/unreachable(_:)`` then.
    public var lacksRoom: Bool
    /// Whether nothing can be written here, such as on a disk that is read-only, whatever the cloud
    /// does. The phase is ``Phase/unreachable(_:)`` then.
    public var isReadOnly: Bool
    /// Whether a person has answered what to do with deletions that were held, and it is still to
    /// be done.
    public var isSettling: Bool
    /// How many other devices deleted shortly before the held ones: those are gone here, and are
    /// brought back with these.
    public var goneBefore: Int
    /// How many of the held deletions no device has made: the server lacks these bookmarks, which
    /// proves nothing on a sealed account.
    public var missing: Int
    /// Whether the file is lost that says at which server this device meets others. The phase is
    /// ``Phase/unreachable(_:)`` then, and nothing is exchanged before a person says where.
    public var lacksAddress: Bool
    /// Whether there is nothing to sync with: no server is used, and the home has no other device.
    public var isAlone: Bool
    /// Why the cloud refuses some edits, while all else is exchanged: one line.
    public var refusedEdits: String?
    /// How many bookmarks browsers of this device deleted at once, which stay until a person
    /// decides. The store knows of no browser: the program fills it in.
    public var browserDeletions = 0

    public init(
        phase: Phase = .idle, unsent: Int = 0, device: String = "", account: String? = nil,
        lastSync: Double? = nil, quotaExceeded: Bool = false, lacksRoom: Bool = false,
        isReadOnly: Bool = false, isSettling: Bool = false, goneBefore: Int = 0,
        missing: Int = 0, lacksAddress: Bool = false, refusedEdits: String? = nil,
        isAlone: Bool = false
    ) {
        self.isAlone = isAlone
        self.refusedEdits = refusedEdits
        self.lacksAddress = lacksAddress
        self.missing = missing
        self.goneBefore = goneBefore
        self.phase = phase
        self.unsent = unsent
        self.device = device
        self.account = account
        self.lastSync = lastSync
        self.quotaExceeded = quotaExceeded
        self.lacksRoom = lacksRoom
        self.isReadOnly = isReadOnly
        self.isSettling = isSettling
    }

    /// Takes in an obstacle to exchanging, unless the person's own choice is one already. Bookmarks
    /// that wait to join are not: until they join, nothing is exchanged.
    public mutating func note(_ problem: CloudError) {
        if problem.concernsEdits {
            refusedEdits = problem.message
            return
        }
        let isJoining = if case .joining = phase { true } else { false }
        guard phase == .idle || isJoining && problem.awaitsSealing else { return }
        phase =
            if problem.awaitsSealing {
                .unsealed(problem.message)
            } else if problem.code == .notAllowed {
                .refused(problem.message)
            } else {
                .unreachable(problem.message)
            }
        lacksRoom = problem.lacksRoom
    }

    /// Whether the cloud failed when it was asked last: it may do otherwise by now.
    public var isFailing: Bool {
        switch phase {
        case .unreachable, .refused, .unsealed: true
        case .idle, .offline, .held, .joining, .locked: false
        }
    }

    /// Whether syncing works, and what it waits for if it does not.
    public enum Phase: Sendable, Hashable {
        /// Nothing is in the way of sending and fetching.
        case idle
        /// Switched off by the person: airplane mode.
        case offline
        /// The cloud can't be reached; the text is one line that says why. Tried again by itself.
        case unreachable(String)
        /// The cloud was reached and does not let this device in, whose token may have been
        /// revoked; the text is one line that says why. Tried again by itself.
        case refused(String)
        /// An external change that would delete this many of all the bookmarks waits for the
        /// person to accept it or to restore them.
        case held(deletions: Int, of: Int)
        /// The cloud is sealed with a key that this device has not; it has another one if that was
        /// replaced since. Edits stay here, and nothing is sent or fetched before it is told the
        /// key.
        case locked(isReplaced: Bool)
        /// The cloud is not sealed as this device has it sealed, or as it was; the text says how,
        /// why it usually is, and what to type. Nothing is sent or fetched before a person has said
        /// what is right.
        case unsealed(String)
        /// The person must decide whether this device's own bookmarks join those in a cloud that
        /// it sees for the first time.
        case joining(own: Int, there: Int)
    }
}
