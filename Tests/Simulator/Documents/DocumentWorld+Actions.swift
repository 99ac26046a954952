import Documents

extension DocumentWorld {
    mutating func apply(_ action: DocumentAction) {
        clock.pass(action.elapsed)
        note("\(action)")
        let desk = action.a % desks.count
        switch action.kind {
        case .note, .openEditor, .file, .restoreVersion, .delete, .undo, .redo, .purge, .drop,
            .room, .open, .offline:
            person(action, desk)
        case .sync:
            if !desks[desk].isOffline {
                sync(desk, calls: action.c % 5 == 0 ? action.b % 6 : nil)
            }
        case .exchange:
            if action.c % 10 < 5, !desks[desk].isOffline { sync(desk) }
            exchange(desk)
        case .collect:
            if action.c % 10 < 5, !desks[desk].isOffline { sync(desk) }
            collect(desk)
        case .go, .lose, .full, .wrong, .stale: proceed(action)
        case .kill: kill(desk)
        case .killAtWrite:
            let own = jobs.filter { $0.desk == desk }
            if let job = own.isEmpty ? nil : own[action.b % own.count], action.c % 2 == 0 {
                job.process.arm(writes: action.c % 5)
            } else {
                desks[desk].nextDies = action.c % 5
            }
        case .diskFull: desks[desk].nextIsFull = true
        case .hours: pass(Int64(1 + action.c % 60) * 3_600_000)
        case .away: pass(Int64(28 + action.c % 10) * Self.day)
        case .backup: desks[desk].save()
        case .restoreReplica: restore(desk)
        }
        describe(desk)
        hash.combine(action.kind.rawValue.utf8.count)
        hash.combine(chunks.count)
        hash.combine(desks[desk].parts.disk.count)
        if let name = chunks.snapshot.sentInVain.first {
            fail(.chunksSent, "\(name) was sent to a cloud that was known to have it")
        }
    }

    /// Logs the state of a device for people.
    mutating func describe(_ desk: Int) {
        guard lines != nil else { return }
        let parts = desks[desk].parts
        for (key, value) in parts.ledger.snapshot.documents.sorted(by: { $0.key < $1.key }) {
            let versions = value.document.versions.map { version in
                let isHere = parts.disk.contains(version.content)
                let isSent = parts.ledger.snapshot.sent.contains(version.content)
                return "\(version.content.description.prefix(4))"
                    + (isHere ? "" : "?") + (isSent ? "" : "*")
            }
            let rivals = value.document.rivals.map { $0.content.description.prefix(4) }
            note(
                "  desk \(desk): \(key)\(value.isDeleted ? " deleted" : "") "
                    + "\(versions.joined(separator: " "))"
                    + (rivals.isEmpty ? "" : " rivals \(rivals.joined(separator: " "))"))
        }
        let own = jobs.filter { $0.desk == desk }.map { "\($0.kind)" }
        if !own.isEmpty { note("  desk \(desk) does: \(own.joined(separator: ", "))") }
    }

    private mutating func proceed(_ action: DocumentAction) {
        guard !jobs.isEmpty else { return }
        let number = jobs[action.a % jobs.count].process.number
        func index(_ world: DocumentWorld) -> Int? {
            world.jobs.firstIndex { $0.process.number == number }
        }
        // Some undisturbed steps of a call, and then the disturbed one.
        for _ in 0..<(action.kind == .go ? 1 + action.c % 8 : action.c % 6) {
            if let job = index(self) { resume(job, .arrives) }
        }
        guard let job = index(self) else { return }
        switch action.kind {
        case .lose: resume(job, .lost)
        case .full: resume(job, .full)
        case .wrong: resume(job, .wrong)
        case .stale: resume(job, .stale)
        default: break
        }
    }

    /// Lets time pass without any activity. Only some machines sleep during a call; on the others,
    /// calls fail.
    private mutating func pass(_ milliseconds: Int64) {
        if !profile.hasSleep { while !jobs.isEmpty { resume(0, .lost) } }
        clock.pass(milliseconds)
    }

    /// Sends, fetches and merges, as an agent or an open list does.
    mutating func exchange(_ desk: Int) {
        guard !desks[desk].isOffline, let synced = desks[desk].lastSync,
            clock.now - synced < Self.day
        else { return }
        let last = desks[desk].lastExchange.map { Double($0) / 1000 }
        _ = start(.exchange, on: desk) { parts, process in
            try await parts.exchangeAll(process, since: last) ? [] : nil
        }
        desks[desk].lastExchange = clock.now
    }

    /// Collects, as a device does right after a sync.
    mutating func collect(_ desk: Int) {
        if desks[desk].isOffline { return }
        let isFresh = desks[desk].lastSync.map { clock.now - $0 < 3_600_000 } ?? false
        guard isFresh || variant == .collectsUnsynced else { return }
        let synced = desks[desk].lastSync
        _ = start(.collect, on: desk) { parts, process in
            try await parts.collect(process, synced: synced)
            return nil
        }
    }

    /// Restores a device from an older copy of itself. Everything that only the device had since
    /// then is destroyed.
    private mutating func restore(_ desk: Int) {
        guard let backup = desks[desk].backup else { return }
        kill(desk)
        hadRestore = true
        let before = desks[desk].parts.ledger.snapshot.documents
        let names = Set(desks[desk].parts.disk.names)
        desks[desk].restore(backup)
        desks[desk].lastSync = nil
        var known: Set<String> = []
        for other in desks {
            for (key, value) in other.parts.ledger.snapshot.documents {
                known.formUnion(
                    (value.document.versions + value.document.rivals).map {
                        DocumentOracle.name(key, $0)
                    })
            }
        }
        for (key, document) in documents {
            known.formUnion(
                (document.versions + document.rivals).map { DocumentOracle.name(key, $0) })
        }
        for (key, value) in before {
            let own = value.document.versions + value.document.rivals
            let lost = own.map { DocumentOracle.name(key, $0) }
            oracle.destroyed.formUnion(lost.filter { !known.contains($0) })
            oracle.isOdd(key)
        }
        // This device had the only copy of some chunk of the content.
        let left = desks.reduce(into: Set(chunks.names)) { $0.formUnion($1.parts.disk.names) }
        for name in names.subtracting(left) { oracle.destroyedContents.insert(name) }
    }
}
