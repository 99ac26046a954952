import Bookmarks
import DeviceStore
public import Documents
import FileCoordination

extension Home {
    /// Returns the running and waiting transfers of contents of all processes, in the order of
    /// their turns; none before the device knows its cloud.
    public func transfers() throws -> [Transfer] {
        try documentExchange?.transfers(wanting: documentPolicy.wants) ?? []
    }

    /// Whether a process of this device is transferring a content.
    public var isTransferring: Bool {
        get throws { try documentExchange?.isTransferring() ?? false }
    }

    /// Whether all transfers are paused, including future ones. A transfer that was resumed by
    /// itself continues.
    public var areTransfersPaused: Bool {
        get throws { try TransferPause.isOn(in: device.replica) }
    }

    /// Applies a person's change to transfers, for all processes of the device. A running transfer
    /// stops after its current chunks.
    ///
    /// - Parameter transfers: the transfers to change; all current ones, to pause or resume all.
    public func change(_ change: TransferChange, _ transfers: [Transfer]) throws {
        if transfers.isEmpty, change != .pauseAll, change != .resumeAll { return }
        if let documentExchange {
            try documentExchange.change(change, transfers)
        } else if change == .pauseAll || change == .resumeAll {
            try TransferPause.set(change == .pauseAll, in: device.replica)
        }
        switch change {
        // The exchanging process has work again, and lists show what is paused.
        case .resume, .resumeAll, .pauseAll: device.ring()
        case .pause, .cancel: break
        }
    }

    /// Reports all transfers whenever they or the pause change, until the task is cancelled.
    ///
    /// - Parameter known: the transfers that the caller read before, to report later changes, too.
    ///   Without it, waiting transfers are not read at first, and reported only if something is
    ///   moved or has failed, or all are paused.
    public func followTransfers(
        after known: [Transfer]? = nil,
        _ tell: @escaping @Sendable (_ transfers: [Transfer], _ areAllPaused: Bool) -> Void
    ) async {
        let (looks, look) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        look.yield()
        // Listen before reading: no change may go unseen between the two.
        let (transferRings, deviceRings) = (transferBell.rings(), device.rings())
        let rings = Task { for await _ in transferRings { look.yield() } }
        defer { rings.cancel() }
        // A transfer that starts waiting during a pause moves nothing, and one that ends with its
        // document neither; they only ring with the document.
        let newcomers = Task { for await _ in deviceRings { look.yield() } }
        defer { newcomers.cancel() }
        var (last, wereAllPaused): ([Transfer], Bool) = (known ?? [], false)
        var isUnread = known != nil
        for await _ in looks {
            let start = ContinuousClock.now
            let isMoving = (try? isTransferring) == true
            let areAllPaused = (try? areTransfersPaused) == true
            let isAnyKnown = (try? documentExchange?.hasKnownTransfers) == true
            if isMoving || areAllPaused || isAnyKnown || !last.isEmpty || isUnread,
                let now = try? transfers(), now != last || areAllPaused != wereAllPaused
            {
                (last, wereAllPaused) = (now, areAllPaused)
                tell(now, areAllPaused)
            }
            isUnread = false
            if isMoving { look.yield() }
            // Often enough for a person, and rarely enough to cost little.
            let pause = max(.milliseconds(250), (ContinuousClock.now - start) * 10)
            do { try await Task.sleep(for: pause) } catch { return }
        }
    }
}
