/// A request about the key that seals the data on a server. Secrets are only sent in this message,
/// never in arguments or the environment, which other users can list.
public enum KeyCall: Codable, Sendable, Hashable {
    /// Report the state of this device's key and of its server's.
    case state
    case create(passphrase: String?)
    /// - Parameter secret: a recovery string or a passphrase.
    case enter(secret: String, isPassphrase: Bool)
    /// - Parameter asks: whether to ask the server if this key is still the one it is sealed with.
    case show(asks: Bool)
    case rotate(passphrase: String?)
    /// - Parameter discards: whether to delete the unencrypted records there.
    case seal(discards: Bool)
}

/// An answer to a ``KeyCall``; a call may have several.
public enum KeyReply: Codable, Sendable, Hashable {
    case state(KeyState)
    /// The previous key was saved in this file.
    case setAside(String)
    /// A new key, reported before anything is sealed with it.
    case new(KeyWords)
    case shown(KeyWords)
    /// The key of this device differs from that of the server.
    case replaced(id: String)
    case entered(id: String)
    case sealed(id: String, SealingOutcome)
}

/// A key in the form that a person sees.
public struct KeyWords: Codable, Sendable, Hashable {
    /// The id of the key.
    public var id: String
    /// The key itself, as a recovery string.
    public var recovery: String

    public init(id: String, recovery: String) {
        self.id = id
        self.recovery = recovery
    }
}

/// The outcome of sealing an account.
public struct SealingOutcome: Codable, Sendable, Hashable {
    /// The number of sealed records: of values, of deletions, and of the earlier places of values.
    public var sealed = 0
    /// The number of these that a person knows: bookmarks, and the values in the stores of
    /// programs.
    public var bookmarks = 0
    public var others = 0
    public var discarded = 0
    /// The number of records that are still unencrypted, for lack of space.
    public var waiting = 0

    public init() {}
}

/// The state of a device's key and its server's.
public struct KeyState: Codable, Sendable, Hashable {
    /// The server's answer.
    public struct Found: Codable, Sendable, Hashable {
        /// The id of its key; empty for a key of another program.
        public var key: String
        /// Whether it is the key of this device.
        public var isOpened: Bool
        /// The time when the account was sealed, in milliseconds since 1970.
        public var since: Int64?

        public init(key: String, isOpened: Bool, since: Int64?) {
            self.key = key
            self.isOpened = isOpened
            self.since = since
        }
    }

    /// The id of this device's key.
    public var own: String?
    /// The id of the key that the device keeps while the person wants no sealing.
    public var kept: String?
    /// `nil` if the server was not asked, or is not sealed.
    public var found: Found?
    /// The number of records that a device without the key cannot open.
    public var closed: Int?
    public var isReached = false
    /// The reason why the server could not be asked, or its answer is not trusted.
    public var trouble: String?

    public init(own: String?, kept: String?) {
        self.own = own
        self.kept = kept
    }
}
