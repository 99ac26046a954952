import Bookmarks
import Documents
import KeyValueStore

extension DocumentWorld {
    mutating func person(_ action: DocumentAction, _ desk: Int) {
        do {
            switch action.kind {
            case .note, .openEditor: try writeNote(action, desk)
            case .file: try writeFile(action, desk)
            case .restoreVersion:
                guard let document = try document(action.b, on: desk) else { return }
                let version = document.versions[action.c % document.versions.count]
                guard try desks[desk].editor.restore(version, of: document),
                    let after = try desks[desk].editor.document(id: document.id)
                else { return }
                oracle.wrote(document.key, after.head)
                oracle.isOdd(document.key)
            case .delete:
                guard let document = try document(action.b, on: desk) else { return }
                oracle.isOdd(document.key)
                try desks[desk].editor.delete([document])
            case .undo: try takeBack(desk) { try $0.undo() }
            case .redo: try takeBack(desk) { try $0.redo() }
            case .purge:
                guard let document = try document(action.b, on: desk), action.c % 3 == 0 else {
                    return
                }
                let others = desks.indices.filter { $0 != desk }
                let alone = document.named.map(\.content).filter { content in
                    !others.contains { isWhole(content, on: $0) }
                }
                try desks[desk].parts.store.set(nil, forKey: document.key)
                try desks[desk].parts.store.purge([document.key])
                oracle.deletedForever(document.key, withContents: alone)
            case .drop:
                guard let document = try document(action.b, on: desk) else { return }
                let process = process(of: desk)
                oracle.dropped.formUnion(document.named.map(\.content))
                try doubtSent(desk)
                _ = try desks[desk].parts.exchange(process).drop(
                    document.versions.map(\.content))
            case .room: try makeRoom(action.c % 200, desk)
            case .open:
                guard !desks[desk].isOffline, let document = try document(action.b, on: desk)
                else { return }
                let version = document.versions[action.c % document.versions.count]
                _ = start(.open, on: desk) { try await $0.open(version.content, $1) }
            case .offline: desks[desk].isOffline.toggle()
            default: break
            }
        } catch is ChunkStoreError {
            // The process died, or found no room. Its unfinished work is not stored.
        } catch {
            fail(.noErrors, "\(error)")
        }
    }

    /// One of the documents of a device that are not deleted.
    private func document(_ number: Int, on desk: Int) throws -> Document? {
        let all = desks[desk].parts.ledger.snapshot.documents.filter { !$0.value.isDeleted }
        let keys = all.keys.sorted()
        return keys.isEmpty ? nil : all[keys[number % keys.count]]?.document
    }

    private mutating func writeNote(_ action: DocumentAction, _ desk: Int) throws {
        let own = desks[desk]
        let id = "n\(action.b % profile.notes)"
        let key = Document.keyPrefix + id
        let process = process(of: desk)
        let there = try own.editor.document(id: id)
        var base = there?.head.content
        var old: [UInt8] = []
        if action.kind == .note, action.c % 3 == 0, let open = own.editors.removeValue(forKey: id) {
            (base, old) = open
        } else if let base {
            guard let bytes = try own.parts.contents(process).content(base) else {
                // The person opens the note first, and edits it once it is there.
                if !own.isOffline { _ = start(.open, on: desk) { try await $0.open(base, $1) } }
                return
            }
            old = bytes
        }
        if action.kind == .openEditor {
            own.editors[id] = (base, old)
            return
        }
        var lines = DocumentText.lines(old)
        let place = lines.isEmpty ? 0 : action.c / 7 % (lines.count + 1)
        switch action.c % 7 {
        case _ where lines.isEmpty: lines = (0..<1 + action.c % 6).map { _ in oracle.line() }
        case 0, 1, 2: lines.insert(oracle.line(), at: place)
        case 3: lines.append(oracle.line())
        case 4 where place < lines.count: lines.remove(at: place)
        case 5 where place < lines.count: lines[place] = oracle.line()
        default: lines = [oracle.line()] + lines + [oracle.line()]
        }
        let content = DocumentText.content(lines)
        let name = try own.parts.keep(content, process)
        var item = DocumentEditor.Item(
            bookmark: id,
            draft: DocumentEditor.Draft(
                kind: .note, name: "Note", mediaType: "text/markdown", content: name,
                length: content.count), replaced: there?.id)
        item.id = id
        item.base = .content(base)
        try process.write()
        let before = there?.head
        try own.editor.keep([item])
        guard let after = try own.editor.document(id: id), after.head != before else { return }
        oracle.wrote(key, after.head)
        oracle.wrote(key, lines: lines, from: DocumentText.lines(old))
        // Parents are named by their contents: if two have the same content, it is unclear which
        // one is meant.
        if after.versions.dropFirst().contains(where: { $0.content == name })
            || oracle.isWrittenAgain(key, name)
        {
            oracle.isOdd(key)
        }
    }

    private mutating func writeFile(_ action: DocumentAction, _ desk: Int) throws {
        let own = desks[desk]
        let process = process(of: desk)
        // Pages share some parts, and two devices may save the same page.
        var lines = (0..<action.c % 5).map { "page \(action.b % 6) part \($0)" }
        if action.c % 7 > 0 { lines.append(oracle.line()) }
        let content = DocumentText.content(lines)
        let files = own.parts.ledger.snapshot.documents.values
            .filter { !$0.isDeleted && $0.document.kind == .file }.map(\.document)
            .sorted { $0.id < $1.id }
        let isNew = files.isEmpty || files.count < profile.files && action.b % 2 == 0
        let former = isNew ? nil : files[action.b % files.count]
        let name = try own.parts.keep(content, process)
        let item = DocumentEditor.Item(
            bookmark: "b",
            draft: DocumentEditor.Draft(
                kind: .file, name: former?.name ?? "File", mediaType: "text/plain", content: name,
                length: content.count), replaced: former?.id)
        try process.write()
        guard let id = try own.editor.keep([item]).first,
            let after = try own.editor.document(id: id), after.head != former?.head
        else { return }
        oracle.wrote(after.key, after.head)
    }

    /// Undoes a step, or redoes it.
    private mutating func takeBack(
        _ desk: Int, _ body: (DocumentEditor) throws -> Reversal?
    ) throws {
        let ledger = desks[desk].parts.ledger
        let before = ledger.snapshot.documents
        guard try body(desks[desk].editor) != nil else { return }
        let after = ledger.snapshot.documents
        for key in Set(before.keys).union(after.keys).sorted() {
            let (old, new) = (before[key], after[key])
            if old?.document == new?.document, old?.isDeleted == new?.isDeleted { continue }
            oracle.isOdd(key)
            oracle.tookBack(key, from: old?.document, to: new?.document)
        }
    }

    /// Doubts the notes of sent contents, as a device does before it relies on them.
    private mutating func doubtSent(_ desk: Int) throws {
        if variant == .believesForever { return }
        let last = desks[desk].lastExchange.map { Double($0) / 1000 }
        try desks[desk].parts.exchange(process(of: desk)).doubtSent(since: last)
    }

    /// Drops contents that were not used for long, as a device with little room does.
    private mutating func makeRoom(_ room: Int, _ desk: Int) throws {
        let (parts, process) = (desks[desk].parts, process(of: desk))
        let variant = variant
        try doubtSent(desk)
        _ = try parts.contents(process).makeRoom(room, of: parts.ledger.versions()) {
            if variant == .roomForAnything { return [] }
            return try parts.journal.namedContents().union(
                parts.exchange(process).undroppable())
        }
    }

    /// Undoes everything that a device can, or redoes it.
    mutating func takeAllBack(_ desk: Int, isUndo: Bool = true) {
        let editor = desks[desk].editor
        do {
            var left = 600
            while left > 0, try (isUndo ? editor.undo() : editor.redo()) != nil { left -= 1 }
        } catch { fail(.noErrors, "\(error)") }
    }
}
