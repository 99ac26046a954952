public import Documents

/// The transfers of documents that the screen asks for.
public protocol TransferLibrary: Sendable {
    /// All transfers to make or to continue, in the order in which their turn comes.
    func transfers() throws -> [Transfer]
    /// Whether all are paused, those that come later too.
    func areTransfersPaused() throws -> Bool
    /// Applies a person's change to some of them.
    func change(_ change: TransferChange, _ transfers: [Transfer]) throws
}

/// Asks for all transfers. The owner of the screen also answers it unasked, while something moves.
public struct TransfersRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> [Transfer] {
        try library.transfers()
    }

    /// Each is looked up in the files of the device.
    public func quickAnswer(from library: any PageLibrary) -> [Transfer]? { nil }
}

/// Asks whether all transfers are paused, those that come later too.
public struct TransferPauseRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> Bool {
        try library.areTransfersPaused()
    }
}

/// Pauses, resumes or cancels transfers.
public struct ChangeTransfers: PageRequest {
    public var change: TransferChange
    public var transfers: [Transfer]

    public init(_ change: TransferChange, _ transfers: [Transfer]) {
        self.change = change
        self.transfers = transfers
    }

    public func answer(from library: any PageLibrary) throws -> Bool {
        try library.change(change, transfers)
        return true
    }
}
