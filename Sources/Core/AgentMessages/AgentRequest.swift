/// A request of a program to the agent of its device.
public struct AgentRequest: Codable, Sendable, Hashable {
    /// Which cloud the caller means, of which account and with which token and key. The agent
    /// answers for no other.
    public var cloudIdentity: String
    /// Which store of the device; `nil` for that of the bookmarks.
    public var store: String?
    public var call: Call

    public init(_ call: Call, cloudIdentity: String, store: String? = nil) {
        self.cloudIdentity = cloudIdentity
        self.store = store
        self.call = call
    }

    /// The call and its arguments.
    public enum Call: Codable, Sendable, Hashable {
        /// Exchange changes now: ``AgentReply/done`` when the cloud has all that was unsent, and
        /// the device all that the cloud had. ``AgentReply/working`` comes each second until then.
        case sync
        /// Exchange the contents of documents, or fetch the one of this name; of a program's
        /// documents, send it if it is here: ``AgentReply/done`` when that is done, and
        /// ``AgentReply/contents(_:)`` for how far it is.
        case contents(String?)
        /// The present state: one ``AgentReply/state(_:)``.
        case state
        /// The state, now and after each change. The agent does not end while the connection is
        /// open.
        case watch
        /// Ask the cloud how much of it is used: ``AgentReply/state(_:)``, of this moment.
        case reach
        /// Which devices the cloud waits for: ``AgentReply/devices(head:_:)``.
        case devices
        /// Tell the cloud not to wait for a device, named by its actor.
        case retire(actor: String)
        /// All records that the cloud holds, in ``AgentReply/part(_:)``.
        case records
        /// Which contents of documents the cloud lacks that this device notes as sent:
        /// ``AgentReply/part(_:)`` with their names, one a line, or ``AgentReply/contents(_:)``
        /// where the cloud keeps none.
        case lackingContents
        /// Do something about the key that seals: ``AgentReply/key(_:)`` with the result.
        case key(KeyCall)
    }
}
