import BookmarkLibrary
import Bookmarks
import KeyValueStore
import Replication
import SeededRandom
import TestSupport
import Testing

/// Random edits, undos and redos by three sessions, and edits from outside, compared with a simple
/// model of undo.
@Suite(.ownThread)
struct UndoModelTests {
    /// The expected contents of the device, and the steps that each session can undo.
    private struct Model {
        typealias Fields = [String: String]

        struct Change {
            var id: String
            var before: Fields?
            var after: Fields?
        }

        struct Step {
            var title: String
            var session: EditSession
            var changes: [Change]
            /// The time when the step was made, in the sequence of steps and undos.
            var made: Int
            var undone: (session: EditSession, place: Int)?
        }

        /// The fields of all bookmarks, including deleted ones.
        var fields: [String: Fields] = [:]
        var live: Set<String> = []
        var steps: [Step] = []
        var places = 0

        func shown(_ id: String) -> Fields? { live.contains(id) ? fields[id] : nil }

        mutating func set(_ id: String, _ new: Fields?) {
            if let new {
                fields[id] = new
                live.insert(id)
            } else {
                live.remove(id)
            }
        }

        mutating func did(_ title: String, _ session: EditSession, _ new: [(String, Fields?)]) {
            let changes = new.map { Change(id: $0.0, before: shown($0.0), after: $0.1) }
                .filter { $0.before != $0.after }
            for change in changes { set(change.id, change.after) }
            if changes.isEmpty { return }
            steps.removeAll { $0.undone?.session == session }
            places += 1
            steps.append(Step(title: title, session: session, changes: changes, made: places))
        }

        func undoPlace(_ session: EditSession) -> Int? {
            let own = steps.indices.first { steps[$0].session == session }
            return steps.indices.last { place in
                guard steps[place].undone == nil else { return false }
                guard session != .command, let own else { return true }
                // Besides its own steps, a list can undo what commands did before those.
                return steps[place].session == session
                    || steps[place].session == .command && place < own
            }
        }

        func redoPlace(_ session: EditSession) -> Int? {
            let latest = steps.last?.made ?? 0
            return steps.indices.filter { place in
                guard let undone = steps[place].undone else { return false }
                return session == .command ? undone.place > latest : undone.session == session
            }.max { (steps[$0].undone?.place ?? 0) < (steps[$1].undone?.place ?? 0) }
        }

        mutating func undo(_ session: EditSession) {
            guard let place = undoPlace(session) else { return }
            for change in steps[place].changes.reversed() {
                turn(change.id, from: change.after, to: change.before)
            }
            places += 1
            steps[place].undone = (session, places)
        }

        /// - Parameter isRefused: whether nothing could be redone, since the bookmark was edited
        ///   meanwhile.
        mutating func redo(_ session: EditSession, isRefused: Bool) {
            guard let place = redoPlace(session) else { return }
            if isRefused {
                steps.remove(at: place)
                return
            }
            for change in steps[place].changes {
                turn(change.id, from: change.before, to: change.after)
            }
            steps[place].undone = nil
        }

        /// Changes a bookmark from one state to another, as far as the first is still there.
        private mutating func turn(_ id: String, from old: Fields?, to new: Fields?) {
            switch (old, new) {
            case (nil, nil): break
            case (let old?, nil): if shown(id) == old { set(id, nil) }
            case (nil, _?): set(id, fields[id])
            case (let old?, let new?):
                var now = fields[id] ?? [:]
                let was = now
                for field in Set(old.keys).union(new.keys)
                where old[field] != new[field] && now[field] == old[field] {
                    now[field] = new[field]
                }
                if now != was { set(id, now) }
            }
        }
    }

    @Test(arguments: UInt64(1)...10) func undoAgreesWithTheModel(_ seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let sessions: [EditSession] = [.list(1), .list(2), .command]
        let first = try Desk(session: sessions[0])
        var desks = [first]
        for session in sessions.dropFirst() {
            desks.append(try first.other("desk", session: session))
        }
        try first.controller.open(firstPage: 10)
        var model = Model()
        var ids: [String] = []
        var log: [String] = []
        for step in 0..<50 {
            let who = Int.random(in: 0..<3, using: &random)
            let (desk, session) = (desks[who], sessions[who])
            let id = ids.randomElement(using: &random)
            let what = Int.random(in: 0..<12, using: &random)
            log.append("\(step): \(session.rawValue) \(what) \(id ?? "")")
            switch what {
            case 0, 1:
                let url = "https://a.example/\(step)"
                let new = try desk.add("N\(step)", url)
                ids.append(new)
                model.did("Added “N\(step)”", session, [(new, ["name": "N\(step)", "url": url])])
            case 2...4:
                guard let id, var fields = model.shown(id) else { continue }
                let field = ["name", "notes", "folder"].randomElement(using: &random) ?? ""
                let text = "\(field)\(Int.random(in: 0..<3, using: &random))"
                fields[field] = text
                try desk.edit(id) { draft in
                    switch field {
                    case "name": draft.name = text
                    case "notes": draft.notes = text
                    default: draft.folder = text
                    }
                }
                let title = "Changed “\(fields["name"] ?? "")”"
                model.did(title, session, [(id, fields)])
            case 5:
                let some = ids.shuffled(using: &random).prefix(2).filter { model.live.contains($0) }
                guard !some.isEmpty else { continue }
                let name = model.fields[some[0]]?["name"] ?? ""
                try desk.controller.delete(ids: Array(some))
                model.did(
                    some.count == 1 ? "Deleted “\(name)”" : "Deleted 2 bookmarks", session,
                    some.map { ($0, nil) })
            case 6, 7:
                // Another program makes changes that are not steps of undo.
                guard let id, var fields = model.fields[id] else { continue }
                if what == 7, model.live.contains(id) {
                    try first.home.store.removeObject(forKey: "b.\(id)")
                    model.set(id, nil)
                } else {
                    fields["notes"] = "outside \(step % 3)"
                    var value = try #require(
                        try first.home.store.record(forKey: "b.\(id)")?.latestValue?.dictionary)
                    value["notes"] = .string(fields["notes"] ?? "")
                    try first.home.store.set(.dictionary(value), forKey: "b.\(id)")
                    model.set(id, fields)
                }
            case 8, 9, 10:
                let title = model.undoPlace(session).map { model.steps[$0].title }
                #expect(try desk.controller.undo()?.title == title, "\(log)")
                model.undo(session)
            default:
                let title = model.redoPlace(session).map { model.steps[$0].title }
                let done = try desk.controller.redo()
                #expect(done?.title == title, "\(log)")
                let isRefused = done.map { !$0.isWhole && !$0.isAnything } ?? false
                model.redo(session, isRefused: isRefused)
            }
            try compare(model, desks[(who + 1) % 3], sessions[(who + 1) % 3], ids, log)
        }
    }

    private func compare(
        _ model: Model, _ desk: Desk, _ session: EditSession, _ ids: [String], _ log: [String]
    ) throws {
        for id in ids {
            let draft = try desk.draft(id)
            let fields = draft.map { draft in
                [
                    "name": draft.name, "url": draft.url, "notes": draft.notes,
                    "folder": draft.folder,
                ].filter { !$0.value.isEmpty }
            }
            try #require(fields == model.shown(id), "\(id): \(log)")
        }
        let next = model.undoPlace(session).map { model.steps[$0].title }
        try #require(desk.controller.nextUndo == next, "\(session.rawValue): \(log)")
        let redo = model.redoPlace(session).map { model.steps[$0].title }
        try #require(desk.controller.nextRedo == redo, "\(session.rawValue): \(log)")
    }
}
