public import DeviceStore

/// The switch of a device to another server. If the server refuses the device, nothing changes.
public struct CloudSwitch {
    /// The device's login at the server that it used, or whose address it lost.
    public let last: CloudAccess?
    private let access: CloudAccess
    /// The device's login at the server before that.
    private let former: CloudAccess?
    private let location: HomeLocation
    private let isLost: Bool
    private let notes: SealingNotes
    private let epoch: String?

    /// Records the current state of the device.
    public init(_ home: Home, to access: CloudAccess) throws {
        self.access = access
        location = home.location
        last = location.latestAccess()
        former = location.formerAccess()
        isLost = location.remote?.lostReason != nil
        notes = location.sealingNotes()
        // A running agent follows at once, and the epoch could then be the next cloud's.
        epoch = try last == nil ? nil : home.device.cloudEpoch()
    }

    /// Whether the device switches to another server, or to another account there.
    public var isOther: Bool { last?.url != access.url || last?.token != access.token }

    /// Switches to the server. First keeps a snapshot of this device, for undoing the join: see
    /// ``Home/joinUndoPlan()``.
    public func begin(_ home: Home) throws {
        if isOther {
            if let used = location.remote?.url { try home.settleJoinSnapshot(used) }
            try home.keepJoinSnapshot(of: access.url)
        }
        try location.useCloud(access)
    }

    /// Completes the switch, after the server accepted the device.
    public func finish(_ home: Home) throws {
        if try isSameCloud(home) {
            // Another token of the same account joins nothing, and must not replace the way back.
            if former?.token != access.token { try location.keepFormer(former) }
            try home.dropNextJoinSnapshot()
        }
        try home.settleJoinSnapshot(access.url)
        // The new cloud may have space for them.
        try? home.retryRefusedDocuments()
    }

    private func isSameCloud(_ home: Home) throws -> Bool {
        guard let last, let epoch, last.url == access.url, last.token != access.token else {
            return false
        }
        return try home.device.cloudEpoch() == epoch
    }

    /// Returns to the cloud that the device used before.
    public func goBack(_ home: Home) throws {
        if let last {
            try location.useCloud(last)
        } else if !isLost {
            try location.leaveCloud()
        }
        try location.keepFormer(former)
        if isLost { try location.loseAddress() }
        try home.dropNextJoinSnapshot()
        // Notes about the other server do not apply to the server in use.
        try location.changeSealingNotes { now in
            let former = now.former
            now = notes.with(generationsOf: now)
            now.former.formUnion(former)
        }
    }
}
