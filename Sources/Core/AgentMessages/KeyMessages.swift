/// What a person wants of the key that seals what goes to a server. What is secret goes this way
/// alone, and never through arguments or an environment, which others can list.
public enum KeyCall: Codable, Sendable, Hashable {
    /// How the keys of this device and of its server stand to each other.
    case state
    case create(passphrase: String?)
    /// - Parameter secret: a recovery string, or a passphrase.
    case join(secret: String, isPassphrase: Bool)
    /// - Parameter asks: whether to ask the server if the key is still its own.
    case show(asks: Bool)
    case rotate(passphrase: String?)
    /// - Parameter discards: whether to throw away what lies there in plain.
    case seal(discards: Bool)
}

/// What comes of a ``KeyCall``; several may follow each other.
public enum KeyReply: Codable, Sendable, Hashable {
    case state(KeyState)
    /// The key that was here before is in this file.
    case setAside(String)
    /// A new key, said before anything is sealed with it.
    case new(KeyWords)
    case shown(KeyWords)
    /// The key of this device is another one than that of the server.
    case replaced(id: String)
    case joined(id: String)
    case sealed(id: String, SealingOutcome)
}

/// A key as a person sees it.
public struct KeyWords: Codable, Sendable, Hashable {
    /// What it is called.
    public var id: String
    /// The key itself, as a recovery string.
    public var recovery: String

    public init(id: String, recovery: String) {
        self.id = id
        self.recovery = recovery
    }
}

/// What became of sealing an account.
public struct SealingOutcome: Codable, Sendable, Hashable {
    /// How many records were sealed: of what is there, of what was deleted, and of what says where
    /// something lay before.
    public var sealed = 0
    /// How many of them a person knows: bookmarks, and what programs keep in their stores.
    public var bookmarks = 0
    public var others = 0
    public var discarded = 0
    /// How many lie there in plain for want of room.
    public var waiting = 0

    public init() {}
}

/// How the keys of a device and of its server stand to each other.
public struct KeyState: Codable, Sendable, Hashable {
    /// What the server says.
    public struct Found: Codable, Sendable, Hashable {
        /// What its key is called; empty for one of another program.
        public var key: String
        /// Whether it is the key of this device.
        public var isOpened: Bool
        /// When it was sealed, in milliseconds since 1970.
        public var since: Int64?

        public init(key: String, isOpened: Bool, since: Int64?) {
            self.key = key
            self.isOpened = isOpened
            self.since = since
        }
    }

    /// What the key of this device is called.
    public var own: String?
    /// What the key is called that is kept while a person wants nothing sealed.
    public var kept: String?
    /// `nil` where the server was not asked, or is not sealed.
    public var found: Found?
    /// How many records a device without the key cannot open.
    public var closed: Int?
    public var isReached = false
    /// Why the server could not be asked, or is not believed.
    public var trouble: String?

    public init(own: String?, kept: String?) {
        self.own = own
        self.kept = kept
    }
}
