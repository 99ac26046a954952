public import Documents
import LocalCloud
import ReplicaFile

extension DocumentExchange {
    /// The time after which a content is sent again that the cloud refused for lack of space, in
    /// seconds. Nothing tells this device that the cloud has more space.
    static let restOfRefused = 600.0

    /// Returns the contents to send, with their lengths: all unsent ones, except those that a
    /// person paused, or that the cloud refused a short time ago.
    public func dueUploads() throws -> [(content: ChunkName, length: Int)] {
        let unsent = try unsent()
        if unsent.isEmpty { return [] }
        let rows = try TransferTable.rows(in: replica)
        let areAllPaused = try TransferPause.isOn(in: replica)
        let now = ChunkFolder.time()
        return unsent.filter {
            guard let row = rows[.init(content: $0.content, direction: .up)] else {
                return !areAllPaused
            }
            return !row.isPaused && abs(now - row.refused) >= Self.restOfRefused
        }
    }

    /// Whether the cloud refused contents that are to be sent again later.
    public var hasRefusals: Bool { get throws { try TransferTable.hasRefusals(in: replica) } }

    /// Makes the refused contents due at once, because a person asked for that.
    public func forgetRefusals() throws { try TransferTable.forgetRefusals(in: replica) }

    /// Returns the contents to fetch, with their lengths: all that are wanted or that a person
    /// opened, except paused ones.
    ///
    /// - Parameter isWanted: whether this device wants a content of that many bytes; called once
    ///   for each that is neither paused nor opened.
    public func dueDownloads(
        wanting isWanted: (Int) -> Bool
    ) throws -> [(content: ChunkName, length: Int)] {
        let rows = try TransferTable.rows(in: replica)
        let asked = rows.filter { key, row in
            key.direction == .down && row.isAsked && !row.isPaused
                && !contents.contains(key.content)
        }.map { (content: $0.content, length: $1.total) }
        let opened = Set(asked.map(\.content))
        let areAllPaused = try TransferPause.isOn(in: replica)
        let wanted = try remote().filter { content, length in
            if opened.contains(content) { return false }
            let row = rows[.init(content: content, direction: .down)]
            return !(row?.isPaused ?? areAllPaused) && isWanted(length)
        }
        return asked + wanted
    }

    /// Returns whether a process of this device transfers a content now.
    public func isTransferring() throws -> Bool {
        try TransferTable.saysRunning(in: replica) && sign.isGiven
    }

    /// Returns the reason why a content could not be sent; `nil` if all of them were sent or wait
    /// their turn.
    public func uploadProblem() throws -> String? { try TransferTable.uploadProblem(in: replica) }

    /// Whether any transfer has begun, or was paused; cheaper than listing all.
    public var hasKnownTransfers: Bool {
        get throws { try TransferTable.isAnyKnown(in: replica) }
    }

    private var sign: TransferSign { TransferSign(chunks: contents.chunks.path) }

    /// Returns all pending and running transfers: first the uploads, then the downloads, each in
    /// the order in which they will run.
    ///
    /// - Parameter isWanted: whether this device wants a content of that many bytes.
    public func transfers(wanting isWanted: (Int) -> Bool) throws -> [Transfer] {
        let rows = try TransferTable.rows(in: replica)
        let isAnyRunning = rows.values.contains(where: \.isRunning) && sign.isGiven
        let areAllPaused = try TransferPause.isOn(in: replica)
        func transfer(
            _ content: ChunkName, _ length: Int, _ direction: Transfer.Direction
        ) throws -> Transfer? {
            guard let place = try TransferTable.place(of: content, in: replica) else { return nil }
            var transfer = Transfer(
                content: content, direction: direction, document: place.document,
                bookmark: place.bookmark, name: place.name, done: 0, total: length, state: .waiting)
            guard let row = rows[.init(content: content, direction: direction)] else {
                if areAllPaused { transfer.state = .paused }
                return transfer
            }
            (transfer.done, transfer.reason) = (min(row.done, length), row.reason)
            transfer.state =
                row.isPaused
                ? row.isCanceled ? .canceled : .paused
                : row.isRunning && isAnyRunning ? .running : row.isFailed ? .failed : .waiting
            return transfer
        }
        let dropped = try DroppedContents.names(in: replica)
        let remote = try remote().filter { isWanted($0.length) }
        let wanted = Set(remote.map(\.content))
        let others = rows.filter { key, row in
            key.direction == .down && (row.isAsked || row.isPaused || row.isRunning && isAnyRunning)
                && !wanted.contains(key.content) && !contents.contains(key.content)
                && (row.isAsked || !dropped.contains(key.content))
        }.map { (content: $0.content, length: $1.total) }
            .sorted { $0.content.description < $1.content.description }
        return try unsent().compactMap { try transfer($0.content, $0.length, .up) }
            + (others + remote).compactMap { try transfer($0.content, $0.length, .down) }
    }

    /// Applies a person's change to some transfers.
    public func change(_ change: TransferChange, _ transfers: [Transfer]) throws {
        let downloads = transfers.filter { $0.direction == .down }
        switch change {
        case .pause: try TransferTable.pause(transfers, in: replica)
        case .resume: try TransferTable.resume(transfers, in: replica)
        case .pauseAll:
            try TransferPause.set(true, in: replica)
            try TransferTable.pause(transfers, in: replica)
        case .resumeAll: try TransferPause.set(false, in: replica)
        case .cancel:
            try DroppedContents.add(downloads.map(\.content), in: replica)
            try TransferTable.remove(downloads, in: replica)
            try TransferTable.cancel(transfers.filter { $0.direction == .up }, in: replica)
        }
        ring()
    }
}
