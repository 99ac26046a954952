/// A request of a program to the agent of its device.
public struct AgentRequest: Codable, Sendable, Hashable {
    /// Identifies the cloud of the caller, with its account, token and key. The agent answers for
    /// no other cloud.
    public var cloudIdentity: String
    /// The store of the device; `nil` for its own store, with the bookmarks.
    public var store: String?
    public var call: Call

    public init(_ call: Call, cloudIdentity: String, store: String? = nil) {
        self.cloudIdentity = cloudIdentity
        self.store = store
        self.call = call
    }

    /// The call and its arguments.
    public enum Call: Codable, Sendable, Hashable {
        /// Exchange changes now. The reply is ``AgentReply/done`` when the cloud has all unsent
        /// changes and the device has all changes of the cloud, and ``AgentReply/working`` each
        /// second until then.
        case sync
        /// Exchange the contents of documents, or fetch the content with this name; in a program's
        /// store, send it if it is on this device. The replies are ``AgentReply/contents(_:)`` with
        /// the progress, and then ``AgentReply/done``.
        case contents(String?)
        /// Report the current state, with one ``AgentReply/state(_:)``.
        case state
        /// Report the state, now and after each change. The agent does not end while the connection
        /// is open.
        case watch
        /// Ask the cloud for its usage, and report the new ``AgentReply/state(_:)``.
        case reach
        /// List the devices that the cloud waits for, with ``AgentReply/devices(head:_:)``.
        case devices
        /// Tell the cloud not to wait for a device, named by its actor.
        case retire(actor: String)
        /// Send all records of the cloud, in ``AgentReply/part(_:)``.
        case records
        /// List the contents of documents that this device noted as sent but that the cloud lacks:
        /// ``AgentReply/part(_:)`` with their names, one a line, or ``AgentReply/contents(_:)`` if
        /// the cloud keeps no contents.
        case lackingContents
        /// Do something with the key that seals, and report the result with ``AgentReply/key(_:)``.
        case key(KeyCall)
    }
}
