extension Replicator {
    /// Takes in the answer to a call that was in flight.
    mutating func receive(_ answer: CloudAnswer, to call: InFlight, now: Int64) throws {
        // Clocks and revisions are counted on from these: absurd numbers must not come in.
        let plausible: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
        guard plausible.contains(answer.state.time), (0...(1 << 53)).contains(answer.state.head)
        else {
            return fail(
                .senseless("The cloud's clock or counter is invalid"), now: now)
        }
        guard try isSameIncarnation(answer.state, asked: call, now: now) else { return }
        switch answer {
        case .registered(let reply): try registered(reply, call.sender, now: now)
        case .listed(let reply): try listed(reply, to: call, now: now)
        case .compared(let reply): try compared(reply, to: call, now: now)
        case .acknowledged(let reply): try acknowledged(reply, call, now: now)
        }
    }

    /// Notes the state of the cloud, and whether it is the one that was known.
    ///
    /// A cloud that was replaced or restored from a backup has another epoch, or a head lower than
    /// seen. Nothing known of its revisions holds then: every record here counts as unsent against
    /// an unknown base, and the listing begins from nothing.
    ///
    /// The comparison is with the state known when the call was made: an engine of a sibling
    /// process may have had a later answer since, or noticed that the cloud was replaced.
    private mutating func isSameIncarnation(
        _ state: CloudReply<Void>, asked call: InFlight, now: Int64
    ) throws -> Bool {
        let isSame = try storage.write(.relaxed) { replica in
            var meta = try replica.meta()
            if call.pastIncarnations != meta.pastIncarnations { return false }
            let isKnown = meta.epoch != nil
            let isSame = !isKnown || (state.epoch == meta.epoch && state.head >= call.head)
            if !isSame {
                try meta.beginIncarnation(replica)
                try meta.exchangeMarks(for: state.epoch, in: replica)
            }
            meta.head = max(meta.head, state.head)
            meta.epoch = state.epoch
            meta.observe(cloudTime: state.time, askedAt: call.asked, now: now)
            meta.lastSync = now
            try replica.setMeta(meta)
            return isSame
        }
        if !isSame {
            isRegistered = false
            wantsListing = true
            acknowledgedCursor = nil
            voucher = nil
            setBack(.anotherCloud, now: now)
        }
        return isSame
    }

    private mutating func registered(
        _ reply: CloudReply<RegistrationOutcome>, _ sender: Sender?, now: Int64
    ) throws {
        switch reply.value {
        case .accepted:
            isRegistered = true
            vouch(for: sender, head: reply.head)
            acknowledgedCursor = try storage.read { try $0.meta().cursor }
            // Registering said it: the next word on it has time.
            acknowledgedAt = now
        case .unknownMark(let held):
            try startAnew(held, sender)
            setBack(.unknownSender, now: now)
        }
    }

    private mutating func acknowledged(
        _ reply: CloudReply<Bool>, _ call: InFlight, now: Int64
    ) throws {
        // Another replica has sent as this actor. Registering tells which one must change.
        guard reply.value else {
            isRegistered = false
            return setBack(.unknownSender, now: now)
        }
        vouch(for: call.sender, head: reply.head)
        try confirm(call.sender)
        acknowledgedCursor = call.cursor
        acknowledgedAt = now
    }

    /// Confirms the mark that the cloud took in.
    private func confirm(_ sender: Sender?) throws {
        try storage.write(.relaxed) { replica in
            var meta = try replica.meta()
            meta.confirm(sender?.next)
            try replica.setMeta(meta)
        }
    }

    /// Notes that the cloud took in a call of this sender.
    mutating func vouch(for sender: Sender?, head: Int64) {
        voucher = sender.map { Voucher(actor: $0.actor, head: head) }
    }

    /// Whether a record of a listing has an edit of this actor that may be a copy's, for all that
    /// is known: not one from before the last confirmed mark, and come after the cloud was asked.
    /// A listing names no mark, and a copy may have sent something since.
    func isDoubtful(_ found: Found, _ meta: ReplicaMeta) -> Bool {
        guard found.record.vector[meta.actor] > meta.certainCounter else { return false }
        return voucher?.actor != meta.actor || found.entry.revision > voucher?.head ?? .min
    }

    /// Whether a record holds an edit of this actor that never left here: then a copy of this
    /// replica made it. An edit that may have left is in the entry's base, in the perhaps sent
    /// record, or has a dot from before something was sent last.
    func isOfCopy(
        _ record: Record, key: String, _ meta: ReplicaMeta, _ replica: any ReplicaReader
    ) throws -> Bool {
        let seen = record.vector[meta.actor]
        if seen == 0 { return false }
        if seen > meta.sentCounter { return true }
        if let entry = try replica.entry(forKey: key) {
            let versions = entry.perhapsSent + [entry.record] + [entry.base].compactMap { $0 }
            let isKnown = versions.contains { version in
                (seen...max(seen, meta.sentCounter)).contains(version.vector[meta.actor])
            }
            if isKnown { return false }
        }
        return true
    }

    /// Goes on when the cloud holds another mark than this replica left.
    private mutating func startAnew(_ held: SendMark?, _ sender: Sender?) throws {
        let actor = ActorID(rawValue: random())
        try storage.write(.durable) { replica in
            var meta = try replica.meta()
            let known = meta.confirmedMark
            // A sibling's engine left marks since: registering again is enough.
            let isStale = known != sender?.confirmed || meta.pendingMarks.contains { $0 == held }
            if isStale { return }
            // A call that was made before may reach a cloud that was restored or replaced since.
            let isOwn = try held.map { try replica.isOwnMark($0) } ?? false
            if isOwn || held?.number ?? 0 < known?.number ?? 0 {
                // The cloud had a later one: it was restored from a backup.
                try meta.beginIncarnation(replica)
                meta.confirmedMark = held
                meta.pendingMarks = []
            } else {
                try meta.becomeNewActor(actor, in: replica)
            }
            try replica.setMeta(meta)
        }
        wantsListing = true
        listing.restart()
    }
}

extension ReplicaMeta {
    /// Forgets all facts about the cloud, with its held deletions, so that whichever cloud is used
    /// next is listed from its beginning, even the same one.
    public mutating func forgetCloud(in replica: any ReplicaWriter) throws {
        try beginIncarnation(replica)
        (held, heldAnswer, isQuotaExceeded) = (nil, nil, false)
        try replica.setHeldKeys([])
    }

    /// Forgets the cloud, as ``forgetCloud(in:)`` does, after the replica lost edits of its own. It
    /// goes on as a new actor: with the next edit of such a record the present one would claim to
    /// have seen them all, and take itself for a copy where it meets them again.
    public mutating func forgetCloud(
        afterLosingOwnEditsAs actor: ActorID, in replica: any ReplicaWriter
    ) throws {
        let (former, confirmed) = (self.actor, confirmedMark?.number ?? 0)
        try replica.setLeftClouds(replica.leftClouds().filter { $0.actor != former })
        begin(as: actor)
        // An unnoticed copy may have given these dots to other edits.
        try renewDots(of: former, certain: confirmed, replica)
        try forgetCloud(in: replica)
    }

    /// Forgets the state of the cloud: nothing that was said of its revisions holds.
    mutating func beginIncarnation(_ replica: any ReplicaWriter) throws {
        try replica.forgetBases()
        cursor = nil
        heldJoin = nil
        deletionRun = nil
        head = 0
        certainCounter = 0
        pastIncarnations += 1
    }

    /// Raises the clock to a stamp seen, though never further ahead of the cloud than a stamp may
    /// be: a device whose clock is a day ahead must not freeze the clocks of all others.
    mutating func observe(_ stamp: Stamp, cloudTime: Int64) {
        clock = max(clock, stamp.clamped(toCloudTime: cloudTime))
    }
}
