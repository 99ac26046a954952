import Bookmarks
import DeviceStore
public import Documents
import FileCoordination

extension Home {
    /// The transfers of contents that are to be made or go on, whichever process makes them, in the
    /// order in which their turn comes. None before the device knows its cloud.
    public func transfers() throws -> [Transfer] {
        try documentExchange?.transfers(wanting: documentPolicy.wants) ?? []
    }

    /// Whether a process of this device moves a content now.
    public var isTransferring: Bool {
        get throws { try documentExchange?.isTransferring() ?? false }
    }

    /// Whether all transfers are paused, those that come later too. One that was resumed by itself
    /// goes on.
    public var areTransfersPaused: Bool {
        get throws { try TransferPause.isOn(in: device.replica) }
    }

    /// Applies a person's change to transfers, for all processes of the device. A transfer that
    /// goes on stops after the chunks that are under way.
    ///
    /// - Parameter transfers: to pause all, or to resume them, all that there are now.
    public func change(_ change: TransferChange, _ transfers: [Transfer]) throws {
        if transfers.isEmpty, change != .pauseAll, change != .resumeAll { return }
        if let documentExchange {
            try documentExchange.change(change, transfers)
        } else if change == .pauseAll || change == .resumeAll {
            try TransferPause.set(change == .pauseAll, in: device.replica)
        }
        switch change {
        // The process that exchanges has something to do again, and lists say what is paused.
        case .resume, .resumeAll, .pauseAll: device.ring()
        case .pause, .cancel: break
        }
    }

    /// Tells all transfers whenever they or their pause changed, until the task is cancelled.
    ///
    /// - Parameter known: those that the caller read before: what changed since then is told, too.
    ///   Without it, what waits at first is not read, and told only if something is moved, or all
    ///   are paused.
    public func followTransfers(
        after known: [Transfer]? = nil,
        _ tell: @escaping @Sendable (_ transfers: [Transfer], _ areAllPaused: Bool) -> Void
    ) async {
        let (looks, look) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        look.yield()
        // Listens before it looks: nothing may change unseen between the two.
        let (transferRings, deviceRings) = (transferBell.rings(), device.rings())
        let rings = Task { for await _ in transferRings { look.yield() } }
        defer { rings.cancel() }
        // A transfer that begins to wait during a pause moves nothing, and rings with its document
        // only.
        let newcomers = Task {
            for await _ in deviceRings where (try? areTransfersPaused) == true { look.yield() }
        }
        defer { newcomers.cancel() }
        var (last, wereAllPaused): ([Transfer], Bool) = (known ?? [], false)
        var mayBeUnread = known == nil
        for await _ in looks {
            let start = ContinuousClock.now
            let isMoving = (try? isTransferring) == true
            let areAllPaused = (try? areTransfersPaused) == true
            if isMoving || areAllPaused || !mayBeUnread, let now = try? transfers(),
                now != last || areAllPaused != wereAllPaused
            {
                (last, wereAllPaused) = (now, areAllPaused)
                tell(now, areAllPaused)
            }
            mayBeUnread = false
            if isMoving { look.yield() }
            // Often enough for a person, and seldom enough for everything else.
            let pause = max(.milliseconds(250), (ContinuousClock.now - start) * 10)
            do { try await Task.sleep(for: pause) } catch { return }
        }
    }
}
