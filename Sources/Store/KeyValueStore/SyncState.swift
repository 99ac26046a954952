public import Replication

/// The state of syncing for people, as the title line and `cloudy status` show it.
public struct SyncState: Sendable, Hashable {
    public var phase: Phase
    /// The number of edits that are saved here but not yet in the cloud.
    public var unsent: Int
    /// The name of this device.
    public var device: String
    /// The account that is synced; `nil` for the default account.
    public var account: String?
    /// The time when the cloud last answered, in seconds since 1970; `nil` if it never has.
    public var lastSync: Double?
    /// Whether the account is full in the cloud: an edit, or the sealing of its records, does not
    /// fit. Such edits stay here and are tried again.
    public var quotaExceeded: Bool
    /// Whether nothing can be sent because the disk of the cloud is full, however little this
    /// account has. The phase is then ``Phase/unreachable(_:)``.
    public var lacksRoom: Bool
    /// Whether it is a disk of this machine that is full, not one of a server.
    public var isFullHere: Bool
    /// Whether nothing can be written here, for example on a read-only disk. The phase is then
    /// ``Phase/unreachable(_:)``.
    public var isReadOnly: Bool
    /// Whether a person has decided about held deletions, and the decision is not carried out yet.
    public var isSettling: Bool
    /// The number of bookmarks that other devices deleted shortly before the held ones. They are
    /// deleted here, and are restored together with the held ones.
    public var goneBefore: Int
    /// The number of held deletions that no device has made: the server lacks these bookmarks,
    /// which proves nothing in a sealed account.
    public var missing: Int
    /// The number of held deletions of documents.
    public var heldDocuments: Int
    /// Whether the file with the server's address is lost. The phase is then
    /// ``Phase/unreachable(_:)``, and nothing is exchanged until a person names the server.
    public var lacksAddress: Bool
    /// Whether there is nothing to sync with: the device uses no server, and the home has no other
    /// device.
    public var isAlone: Bool
    /// The reason why the cloud refuses some edits, while it accepts all others: one line.
    public var refusedEdits: String?
    /// The number of bookmarks that browsers of this device deleted at once. They stay until a
    /// person decides. The store does not know browsers: the program sets this.
    public var browserDeletions = 0

    public init(
        phase: Phase = .idle, unsent: Int = 0, device: String = "", account: String? = nil,
        lastSync: Double? = nil, quotaExceeded: Bool = false, lacksRoom: Bool = false,
        isFullHere: Bool = false, isReadOnly: Bool = false, isSettling: Bool = false,
        goneBefore: Int = 0, missing: Int = 0, heldDocuments: Int = 0, lacksAddress: Bool = false,
        refusedEdits: String? = nil, isAlone: Bool = false
    ) {
        self.heldDocuments = heldDocuments
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
        self.isFullHere = isFullHere
        self.isReadOnly = isReadOnly
        self.isSettling = isSettling
    }

    /// Notes a problem, unless a person's own choice already stops the exchange. Bookmarks that
    /// wait to join are not such a choice.
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
        isFullHere = problem.isFullHere
    }

    /// Whether the latest call to the cloud failed.
    public var isFailing: Bool {
        switch phase {
        case .unreachable, .refused, .unsealed: true
        case .idle, .offline, .held, .joining, .locked: false
        }
    }

    /// Whether syncing works, or the event that it waits for.
    public enum Phase: Sendable, Hashable {
        /// Nothing stops sending and fetching.
        case idle
        /// The person switched syncing off: airplane mode.
        case offline
        /// The cloud cannot be reached; the text is one line that says why. Cloudy tries again.
        case unreachable(String)
        /// The cloud was reached and refuses this device: its token may have been revoked. The text
        /// is one line that says why. Cloudy tries again.
        case refused(String)
        /// A remote change that would delete this many bookmarks and documents waits for the person
        /// to accept it or to restore them. The device has the other number of bookmarks.
        case held(deletions: Int, of: Int)
        /// The cloud is sealed with a key that this device lacks. If `isReplaced`, the device has
        /// an earlier key. Edits stay here, and nothing is sent or fetched until the device gets
        /// the key.
        case locked(isReplaced: Bool)
        /// The cloud is not sealed as this device expects. The text says how, the usual reason, and
        /// what to type. Nothing is sent or fetched until a person decides.
        case unsealed(String)
        /// The person must decide whether this device's own bookmarks join those in a cloud that
        /// it sees for the first time.
        case joining(own: Int, there: Int)
    }
}
