public import DeviceStore

/// The change of a device to another server. If that one refuses the device, all is as it was.
public struct CloudSwitch {
    /// How the device logs in to the server that it used, or whose address it lost.
    public let last: CloudAccess?
    private let access: CloudAccess
    /// The same of the server before that.
    private let former: CloudAccess?
    private let location: HomeLocation
    private let isLost: Bool
    private let notes: SealingNotes
    private let epoch: String?

    /// Notes how the device is now.
    public init(_ home: Home, to access: CloudAccess) throws {
        self.access = access
        location = home.location
        last = location.latestAccess()
        former = location.formerAccess()
        isLost = location.remote?.lostReason != nil
        notes = location.sealingNotes()
        // A running agent follows at once: later it may be the epoch of the next cloud.
        epoch = try last == nil ? nil : home.device.cloudEpoch()
    }

    /// Whether the device goes to another server, or there to another account.
    private var isOther: Bool { last?.url != access.url || last?.token != access.token }

    /// Uses the server, and first keeps a snapshot of this device for undoing the join: see
    /// ``Home/joinUndoPlan()``.
    public func begin(_ home: Home) throws {
        if isOther {
            if let used = location.remote?.url { try home.settleJoinSnapshot(used) }
            try home.keepJoinSnapshot(of: access.url)
        }
        try location.useCloud(access)
    }

    /// Stays at the server, which took the device.
    public func finish(_ home: Home) throws {
        if try isSameCloud(home) {
            // Another token of the account in use joins nothing, and is no way back to another one.
            if former?.token != access.token { try location.keepFormer(former) }
            try home.dropNextJoinSnapshot()
        }
        try home.settleJoinSnapshot(access.url)
    }

    private func isSameCloud(_ home: Home) throws -> Bool {
        guard let last, let epoch, last.url == access.url, last.token != access.token else {
            return false
        }
        return try home.device.cloudEpoch() == epoch
    }

    /// Goes back to the cloud that the device used before.
    public func goBack(_ home: Home) throws {
        if let last {
            try location.useCloud(last)
        } else if !isLost {
            try location.leaveCloud()
        }
        try location.keepFormer(former)
        if isLost { try location.loseAddress() }
        try home.dropNextJoinSnapshot()
        // Nor was anything found out about the server that is used again.
        try location.changeSealingNotes { now in
            let former = now.former
            now = notes.with(generationsOf: now)
            now.former.formUnion(former)
        }
    }
}
