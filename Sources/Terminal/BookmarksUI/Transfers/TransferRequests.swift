public import Documents

/// The functions for transfers of documents.
public protocol TransferLibrary: Sendable {
    /// Returns all running and waiting transfers, in the order of their turns.
    func transfers() throws -> [Transfer]
    /// Whether all transfers are paused, including later ones.
    func areTransfersPaused() throws -> Bool
    /// Applies a person's change to some of them.
    func change(_ change: TransferChange, _ transfers: [Transfer]) throws
}

/// Asks for all transfers. The owner of the screen also sends the answer unasked, while something
/// moves.
public struct TransfersRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> [Transfer] {
        try library.transfers()
    }

    /// Each transfer is looked up in the files of the device.
    public func quickAnswer(from library: any PageLibrary) -> [Transfer]? { nil }
}

/// Asks whether all transfers are paused, including later ones.
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
