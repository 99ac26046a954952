/// Where the files of one store of one device lie.
public struct StoreLocation: Sendable, Hashable {
    /// The device's name, for people.
    public var device: String
    /// The folder of this device's replica, and of what its processes share.
    public var folder: String
    /// The folder of the cloud where the devices meet.
    public var cloudFolder: String
    /// The account's name, for people; `nil` for the default one.
    public var account: String?
    /// The cloud where the devices meet, when it is behind a network and not in that folder.
    public var remote: RemoteCloud?
    /// What programs call the store that share it; `nil` for the device's own.
    public var identifier: String?

    public init(
        device: String, folder: String, cloudFolder: String, account: String? = nil,
        remote: RemoteCloud? = nil, identifier: String? = nil
    ) {
        self.device = device
        self.folder = folder
        self.cloudFolder = cloudFolder
        self.account = account
        self.remote = remote
        self.identifier = identifier
    }

    /// The replica's file.
    public var replica: String { folder + "/replica.sqlite" }
    /// What is rung when the replica changed.
    public var doorbell: String { folder + "/doorbell" }
    /// What is locked by the process that syncs.
    public var engineLock: String { folder + "/engine.lock" }
    /// What the process that syncs says of its trouble, for the others.
    var trouble: String { folder + "/trouble" }
    /// Where others ask the process that syncs to do it now: the beginning of the names of files.
    var wishes: String { folder + "/wish-" }
    /// What the process that syncs was told of the room in a cloud behind a network.
    var quota: String { folder + "/quota" }
    /// What the cloud was listed with last, from its beginning to the cursor: the id of a key.
    var listedWith: String { folder + "/listed-with" }
    /// Which file the replica was when the cloud was listed: a copy is another one.
    var identity: String { folder + "/identity" }
    /// The cloud's file.
    public var cloud: String { cloudFolder + "/cloud.sqlite" }
}
