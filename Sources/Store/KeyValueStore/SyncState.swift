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
    /// Whether the account is full in the cloud, so that some edit has no room, or its records
    /// there have no room to be sealed. Such edits stay here and are tried again.
    public var quotaExceeded: Bool
    /// Whether nothing can be sent because the cloud's own disk is full, whatever this account
    /// holds. The phase is ``Phase/unreachable(_:)`` then.
    public var lacksRoom: Bool
    /// Whether nothing can be written here, for example on a read-only disk. The phase is then
    /// ``Phase/unreachable(_:)``.
    public var isReadOnly: Bool
    /// Whether a person has decided about held deletions, and the decision is still to be carried
    /// out.
    public var isSettling: Bool
    /// How many bookmarks other devices deleted shortly before the held ones: they are gone here,
    /// and are restored together with these.
    public var goneBefore: Int
    /// How many of the held deletions no device has made: the server lacks these bookmarks, which
    /// proves nothing on a sealed account.
    public var missing: Int
    /// Whether the file with the server's address is lost. The phase is then
    /// ``Phase/unreachable(_:)``, and nothing is exchanged until a person names the server.
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

    /// Notes a problem, unless the person's own choice already stops the exchange. Bookmarks that
    /// wait to join are no such choice.
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

    /// Whether the latest call to the cloud failed.
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
        /// The cloud was reached and does not let this device in: its token may have been revoked.
        /// The text is one line that says why. Tried again by itself.
        case refused(String)
        /// An external change that would delete this many of all the bookmarks waits for the
        /// person to accept it or to restore them.
        case held(deletions: Int, of: Int)
        /// The cloud is sealed with a key that this device lacks; the device has an earlier one if
        /// the key was replaced since. Edits stay here, and nothing is sent or fetched until it
        /// gets the key.
        case locked(isReplaced: Bool)
        /// The cloud is not sealed as this device expects; the text says how, the usual reason, and
        /// what to type. Nothing is sent or fetched until a person decides.
        case unsealed(String)
        /// The person must decide whether this device's own bookmarks join those in a cloud that
        /// it sees for the first time.
        case joining(own: Int, there: Int)
    }
}
