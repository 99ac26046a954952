/// The paths of the files of one store of one device.
public struct StoreLocation: Sendable, Hashable {
    /// The device's name, for people.
    public var device: String
    /// The folder of this device's replica, and of the files that its processes share.
    public var folder: String
    /// The folder of the cloud where the devices meet.
    public var cloudFolder: String
    /// The account's name, for people; `nil` for the default one.
    public var account: String?
    /// The cloud where the devices meet, if it is behind a network and not in that folder.
    public var remote: RemoteCloud?
    /// The identifier of the store that programs share; `nil` for the device's own.
    public var identifier: String?
    /// The agent of the device, which talks to a cloud behind a network; `nil` for a store outside
    /// of a home.
    public var agent: DeviceAgent?

    public init(
        device: String, folder: String, cloudFolder: String, account: String? = nil,
        remote: RemoteCloud? = nil, identifier: String? = nil, agent: DeviceAgent? = nil
    ) {
        self.agent = agent
        self.device = device
        self.folder = folder
        self.cloudFolder = cloudFolder
        self.account = account
        self.remote = remote
        self.identifier = identifier
    }

    /// The file of the replica.
    public var replica: String { folder + "/replica.sqlite" }
    /// The doorbell that rings when the replica changed.
    public var doorbell: String { folder + "/doorbell" }
    /// The doorbell that rings when a transfer of a content began, ended, or was changed.
    public var transferBell: String { folder + "/transfers.bell" }
    /// The lock of the process that syncs.
    public var engineLock: String { folder + "/engine.lock" }
    /// The lock of a process that wants to sync in place of the current one.
    var engineWanted: String { folder + "/engine.wanted" }
    /// The file with the id of the key of the last complete listing of the cloud.
    var listedWith: String { folder + "/listed-with" }
    /// The file that identifies the replica's file at the last listing, to detect a copy.
    var identity: String { folder + "/identity" }
    /// The folder of the contents on this device, in chunks.
    public var chunks: String { folder + "/chunks" }
    /// The folder of the contents in the local cloud.
    public var cloudChunks: String { cloudFolder + "/chunks" }
    /// The file of the local cloud.
    public var cloud: String { cloudFolder + "/cloud.sqlite" }
}
