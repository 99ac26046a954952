import Bookmarks
import Documents
import Replication

extension DocumentWorld {
    /// Ends all faults, lets the world come to rest, and judges it: first as it is, then with all
    /// steps undone, then much later, and with all steps redone.
    mutating func settle() {
        note("troubles end")
        for desk in desks {
            (desk.isOffline, desk.nextDies, desk.nextIsFull) = (false, nil, false)
        }
        finishJobs()
        comeToRest()
        judge()
        for desk in desks.indices { describe(desk) }
        guard violation == nil else { return }
        note("all steps are taken back")
        for desk in desks.indices { takeAllBack(desk) }
        for key in documents.keys { oracle.isOdd(key) }
        comeToRest()
        judgeContents("after undo")
        oracle.neverFetched = neverFetched
        for _ in 0..<2 {
            clock.pass(31 * Self.day)
            for desk in desks.indices where violation == nil {
                sync(desk)
                collect(desk)
                finishJobs()
            }
            note("everybody collected after 31 days")
        }
        comeToRest()
        judgeContents("after collections")
        judgeRest()
        note("all steps are made again")
        for desk in desks.indices { takeAllBack(desk, isUndo: false) }
        comeToRest()
        judgeContents("after redo")
    }

    mutating func finishJobs() {
        var left = 20_000
        while !jobs.isEmpty, left > 0 {
            resume(0, .arrives)
            left -= 1
        }
        if !jobs.isEmpty { fail(.convergence, "a job never ends") }
    }

    private mutating func comeToRest() {
        for _ in 0..<30 where violation == nil {
            clock.pass(61_000)
            for desk in desks.indices {
                sync(desk)
                exchange(desk)
                finishJobs()
            }
            if unrest.isEmpty { return }
        }
        if violation == nil { fail(.convergence, "no rest: \(unrest)") }
    }

    /// The reason why the world is not at rest.
    private var unrest: String {
        for desk in desks {
            let state = desk.parts.replica.snapshot
            let name = "desk \(desk.parts.number)"
            if let entry = state.entries.values.first(where: \.isDirty) {
                return "\(entry.key) of \(name) is unsent"
            }
            if state.meta.cursor != records.head { return "\(name) has not listed everything" }
            let exchange = desk.parts.exchange(ModelProcess(device: desk.parts.number, number: 0))
            if let unsent = try? exchange.unsent().first {
                return "\(unsent.content) of \(name) is unsent"
            }
        }
        return ""
    }

    private mutating func judge() {
        guard violation == nil else { return }
        let all = World.records(of: records)
        let shown = Dictionary(uniqueKeysWithValues: all).compactMapValues(\.value)
        for desk in desks {
            let own = desk.parts.replica.snapshot.entries.compactMapValues { $0.record.value }
            if own != shown {
                fail(.convergence, "desk \(desk.parts.number) shows other documents")
                return
            }
        }
        let documents = documents
        do throws(Violation) {
            try oracle.verdict(documents) { truth.merges(of: $0) }
            for (key, document) in documents.sorted(by: { $0.key < $1.key })
            where document.kind == .note && document.rivals.isEmpty && shown[key] != nil {
                guard let content = truth[document.head.content] else { continue }
                try oracle.verdict(
                    key, lines: DocumentText.lines(content), merges: truth.merges(of: key),
                    hadConflict: document.versions.contains(where: \.isConflicting))
            }
        } catch { violation = error }
        judgeContents("at rest")
        for key in documents.keys.sorted() { hash.combine(documents[key]?.versions.count ?? 0) }
    }

    /// Checks that every device can open every version, including those in the trash.
    private mutating func judgeContents(_ moment: String) {
        guard violation == nil else { return }
        let documents = documents.sorted { $0.key < $1.key }
        for desk in desks.indices {
            for (key, document) in documents {
                for version in document.versions + document.rivals
                where !isWhole(version.content, on: desk) && !wasDestroyed(version.content) {
                    // A content that a person dropped, and that only a step of undo referred to
                    // then, may be gone.
                    if oracle.dropped.contains(version.content), oracle.odd.contains(key) {
                        continue
                    }
                    if oracle.neverFetched.contains(version.content) { continue }
                    if oracle.deletedContents.contains(version.content) { continue }
                    let place = version == document.head ? "what it shows" : "a version"
                    return fail(
                        .named,
                        "\(moment), desk \(desk) cannot open \(place) of \(key): \(version.text)")
                }
            }
            guard let (key, document) = documents.first, !wasDestroyed(document.head.content) else {
                continue
            }
            // Opens one document as a person does.
            let content = document.head.content
            if !isWhole(content, on: desk) { continue }
            let result = start(.open, on: desk) { try await $0.open(content, $1) }
            finishJobs()
            if result?.content != truth[content] {
                fail(.named, "\(moment), desk \(desk) opens something else for \(key)")
            }
        }
    }

    /// Contents that only steps of undo refer to, on devices that have not fetched them. Other
    /// devices do not know of these steps, and collect the contents from the cloud.
    private var neverFetched: Set<ChunkName> {
        var (kept, lacked) = (Set<ChunkName>(), Set<ChunkName>())
        for document in documents.values {
            kept.formUnion((document.versions + document.rivals).map(\.content))
        }
        for desk in desks {
            for content in (try? desk.parts.journal.namedContents()) ?? [] {
                let isThere = chunksOf(content).allSatisfy(desk.parts.disk.contains)
                if isThere { kept.insert(content) } else { lacked.insert(content) }
            }
        }
        return lacked.subtracting(kept)
    }

    private func wasDestroyed(_ content: ChunkName) -> Bool {
        if oracle.destroyedContents.isEmpty { return false }
        return chunksOf(content).contains { oracle.destroyedContents.contains($0) }
    }

    /// The chunks of a content, with its manifest.
    private func chunksOf(_ content: ChunkName) -> [ChunkName] {
        let bytes = truth[content] ?? []
        let pieces = DocumentText.cuts(of: bytes).map { ChunkName(of: Array(bytes[$0])) }
        return [content] + pieces
    }

    /// Whether a device has a whole content, on its disk or in the cloud.
    func isWhole(_ content: ChunkName, on desk: Int) -> Bool {
        let disk = desks[desk].parts.disk
        let place = disk.contains(content) ? disk : chunks
        guard let head = place.chunk(content), let manifest = Manifest(encoded: head.content) else {
            return false
        }
        return manifest.pieces.allSatisfy { disk.contains($0.name) || chunks.contains($0.name) }
    }

    /// Contents that no document refers to are gone, and no chunk was sent in vain.
    private mutating func judgeRest() {
        guard violation == nil else { return }
        var named: Set<ChunkName> = []
        for desk in desks {
            let contents =
                desk.parts.ledger.named()
                + ((try? desk.parts.journal.namedContents()) ?? [])
            for content in Set(contents) { named.formUnion(chunksOf(content)) }
        }
        if let name = chunks.names.first(where: { !named.contains($0) }) {
            fail(.unnamed, "the cloud still has \(name)")
        }
        // A note that waits for a destroyed content is merged in part each time.
        for desk in desks where desk.parts.ledger.contested().isEmpty {
            if let name = desk.parts.disk.names.first(where: { !named.contains($0) }) {
                fail(.unnamed, "desk \(desk.parts.number) still has \(name)")
            }
        }
        hash.combine(chunks.count)
    }
}
