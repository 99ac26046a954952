extension Replicator {
    /// Processes the answer to a call that was in flight.
    mutating func receive(_ answer: CloudAnswer, to call: InFlight, now: Int64) throws {
        // These numbers are the basis of clocks and revisions: absurd ones must not get in.
        let plausible: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
        guard plausible.contains(answer.state.time), (0...(1 << 53)).contains(answer.state.head)
        else {
            return fail(
                .senseless("The cloud's clock or counter is invalid"), now: now)
        }
        guard try isSameIncarnation(answer.state, asked: call, now: now) else { return }
        switch answer {
        case .registered(let reply): try receiveRegistration(reply, call.sender, now: now)
        case .listed(let reply): try receiveListing(reply, to: call, now: now)
        case .compared(let reply): try receiveOutcomes(reply, to: call, now: now)
        case .acknowledged(let reply): try receiveAcknowledgement(reply, call, now: now)
        }
    }

    /// Notes the state of the cloud. Returns whether it is still the same cloud.
    ///
    /// A cloud that was replaced or restored from a backup has another epoch, or a lower head than
    /// seen before. All knowledge of its revisions is void then: every record here counts as unsent
    /// against an unknown base, and the listing starts from the beginning.
    ///
    /// This compares with the state known when the call was made: since then, an engine of a
    /// sibling process may have had a later answer, or noticed that the cloud was replaced.
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
            noteSetback(.anotherCloud, now: now)
        }
        return isSame
    }

    private mutating func receiveRegistration(
        _ reply: CloudReply<RegistrationOutcome>, _ sender: Sender?, now: Int64
    ) throws {
        switch reply.value {
        case .accepted:
            isRegistered = true
            vouch(for: sender, head: reply.head)
            acknowledgedCursor = try storage.read { try $0.meta().cursor }
            // Registering reported the cursor, too, so the next acknowledgement can wait.
            acknowledgedAt = now
        case .unknownMark(let held):
            try startAnew(held, sender)
            noteSetback(.unknownSender, now: now)
        }
    }

    private mutating func receiveAcknowledgement(
        _ reply: CloudReply<Bool>, _ call: InFlight, now: Int64
    ) throws {
        // Another replica has sent as this actor. Registering shows which one must change.
        guard reply.value else {
            isRegistered = false
            return noteSetback(.unknownSender, now: now)
        }
        vouch(for: call.sender, head: reply.head)
        try confirm(call.sender)
        acknowledgedCursor = call.cursor
        acknowledgedAt = now
    }

    /// Confirms the mark that the cloud accepted.
    private func confirm(_ sender: Sender?) throws {
        try storage.write(.relaxed) { replica in
            var meta = try replica.meta()
            meta.confirm(sender?.next)
            try replica.setMeta(meta)
        }
    }

    /// Notes that the cloud accepted a call of this sender.
    mutating func vouch(for sender: Sender?, head: Int64) {
        voucher = sender.map { Voucher(actor: $0.actor, head: head) }
    }

    /// Returns whether a record of a listing may contain an edit of a copy: its dot of this actor
    /// is after the last confirmed mark, and the record came after the cloud last accepted this
    /// sender. A listing names no mark, and a copy may have sent something since.
    func isDoubtful(_ found: Found, _ meta: ReplicaMeta) -> Bool {
        guard found.record.vector[meta.actor] > meta.certainCounter else { return false }
        return voucher?.actor != meta.actor || found.entry.revision > voucher?.head ?? .min
    }

    /// Returns whether a record contains an edit of this actor that never left this replica: then a
    /// copy made it. An edit that may have left is in the entry's base, in a perhaps-sent record,
    /// or has a dot from before something was last sent.
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

    /// Reacts to a cloud that holds another mark than this replica left.
    private mutating func startAnew(_ held: SendMark?, _ sender: Sender?) throws {
        let actor = ActorID(rawValue: random())
        try storage.write(.durable) { replica in
            var meta = try replica.meta()
            let known = meta.confirmedMark
            // A sibling's engine has left marks since: registering again is enough.
            let isStale = known != sender?.confirmed || meta.pendingMarks.contains { $0 == held }
            if isStale { return }
            // A call made earlier may reach a cloud that was restored or replaced since.
            let isOwn = try held.map { try replica.isOwnMark($0) } ?? false
            if isOwn || held?.number ?? 0 < known?.number ?? 0 {
                // The cloud once had a later mark: it was restored from a backup.
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
    /// Removes all knowledge about the cloud, with its held deletions, so that the next cloud is
    /// listed from its beginning, even if it is the same one.
    public mutating func forgetCloud(in replica: any ReplicaWriter) throws {
        try beginIncarnation(replica)
        (held, heldAnswer, isQuotaExceeded) = (nil, nil, false)
        try replica.setHeldKeys([])
    }

    /// Removes all knowledge about the cloud, like ``forgetCloud(in:)``, after the replica lost
    /// edits of its own. It continues as a new actor: otherwise its next edit of such a record
    /// would claim to have seen the lost ones, and the replica would consider itself a copy when it
    /// meets them again.
    public mutating func forgetCloud(
        afterLosingOwnEditsAs actor: ActorID, in replica: any ReplicaWriter
    ) throws {
        let (former, confirmed) = (self.actor, confirmedMark?.number ?? 0)
        try replica.setLeftClouds(replica.leftClouds().filter { $0.actor != former })
        begin(as: actor)
        // An undetected copy may have given these dots to other edits.
        try renewDots(of: former, certain: confirmed, replica)
        try forgetCloud(in: replica)
    }

    /// Removes the knowledge about the cloud's state: nothing known of its revisions holds.
    mutating func beginIncarnation(_ replica: any ReplicaWriter) throws {
        try replica.forgetBases()
        cursor = nil
        heldJoin = nil
        deletionRun = nil
        head = 0
        certainCounter = 0
        pastIncarnations += 1
    }

    /// Raises the clock to a seen stamp, limited to the lead that a stamp may have over the cloud:
    /// a device whose clock is a day ahead must not freeze the clocks of all others.
    mutating func observe(_ stamp: Stamp, cloudTime: Int64) {
        clock = max(clock, stamp.clamped(toCloudTime: cloudTime))
    }
}
