public import Replication

/// A cloud behind a network, with the device's settings for it.
public struct RemoteCloud: Sendable, Hashable {
    /// The address of the server, such as `https://cloud.example.org`.
    public var url: String
    /// The file with the server's token for this device. Its owner alone may read it.
    public var tokenFile: String
    /// The time when the token was last entered, in nanoseconds since 1970. With another token, the
    /// cloud counts as another cloud.
    public var tokenWritten: Int64
    /// The file with the certificate of a private authority that vouches for the server, as PEM.
    public var authorityFile: String?
    /// The client certificate of the device, for a server that asks for one.
    public var identity: CloudIdentity?
    /// The time when the key that seals the records sent there was last replaced, in nanoseconds
    /// since 1970; 0 without one.
    public var keyWritten: Int64
    /// The file with that key, if there is one.
    public var keyFile: String
    /// The file with the device's notes about the sealing of the cloud.
    public var notesFile: String

    /// Whether a person has chosen to send everything to the server in plain text, although this
    /// device has a key.
    public var staysUnsealed: Bool
    /// The reason why the address is unknown although the device has a token, in a sentence for a
    /// person; `nil` if it is known. ``url`` is then the remaining part of it, perhaps empty.
    public var lostReason: String?

    /// Makes a cloud at an address.
    public init(
        url: String, tokenFile: String, tokenWritten: Int64 = 0, authorityFile: String? = nil,
        identity: CloudIdentity? = nil, keyWritten: Int64 = 0, keyFile: String, notesFile: String,
        staysUnsealed: Bool = false, lostReason: String? = nil
    ) {
        self.lostReason = lostReason
        self.staysUnsealed = staysUnsealed
        self.identity = identity
        self.keyWritten = keyWritten
        self.keyFile = keyFile
        self.notesFile = notesFile
        self.url = url
        self.tokenFile = tokenFile
        self.tokenWritten = tokenWritten
        self.authorityFile = authorityFile
    }

    /// The user name in place of the token, for an etcd without users.
    public static let nobody = "-"

    /// Connects to a cloud, for one of its stores; `nil` means the device's own store.
    ///
    /// Only a program that gives a ``DeviceStore`` a connector talks to the network. All other
    /// programs of the device leave that to it.
    public typealias Connector =
        @Sendable (_ cloud: RemoteCloud, _ store: String?) throws -> any Cloud

    /// The reason why nothing can be exchanged, if the address was lost.
    var loss: CloudError? { lostReason.map { CloudError(.unreachable, $0) } }

    /// The error of a process that needs another one to talk to the cloud.
    var absence: CloudError {
        CloudError(
            .unreachable,
            "To reach \(url), cloudy needs the program cloudy-agent, which is neither beside "
                + "cloudy nor on the PATH, or could not be started. To install it: make server "
                + "install")
    }
}
