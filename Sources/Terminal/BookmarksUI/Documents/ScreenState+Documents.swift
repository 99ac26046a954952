import Bookmarks
import KeyValueStore
import Screen

extension ActionID {
    public static let savePage = ActionID("save-page")
}

extension Action {
    static let documentActions = [
        Action(
            .savePage, [.character("P")],
            "Save the page, or those of all marked, on all your devices",
            .web, in: [.list, .detail, .reader],
            hint: ActionHint(label: "save page", priority: 14, marked: 185),
            need: .livingTargets,
            also: "keep archive snapshot download document"),
        Action(
            .writeNote, [.control("e")], "Write the note of the bookmark in $EDITOR", .bookmarks,
            in: [.list, .detail], hint: ActionHint(label: "note", priority: 13),
            need: .livingTargets, also: "text markdown comment annotate journal"),
    ]
}

extension ScreenState {
    /// Opens the note of the bookmark in the person's editor.
    func writeNote(_ list: BookmarkList) -> [Effect] {
        target(list).map { [.writeNote(bookmark: $0)] } ?? []
    }

    /// Saves the pages of the bookmark or of all marked; the key that begins it ends it, too.
    mutating func savePages(_ list: BookmarkList) -> [Effect] {
        guard let targets = targets(list) else { return [] }
        if let saving {
            guard saving.ids.isSuperset(of: targets.ids) else {
                toSave += targets.ids
                reply("The page of \(targets.words(symbols)) is saved next")
                return []
            }
            reply("Stopping" + symbols.ellipsis)
            return [.stop(SavePages.self)]
        }
        if sync.phase == .offline {
            reply("Airplane mode is on, so the web is not contacted", .warning)
            return []
        }
        saving = SaveProgress(total: targets.ids.count)
        saving?.ids = Set(targets.ids)
        return [.send(SavePages(ids: targets.ids))]
    }

    /// Saves the pages of bookmarks that were added, where that is set, one after the other.
    mutating func saveAdded(_ ids: [String]) -> [Effect] {
        guard web.savesPages, sync.phase != .offline else { return [] }
        toSave += ids
        return saveNext()
    }

    private mutating func saveNext() -> [Effect] {
        guard saving == nil, !toSave.isEmpty else { return [] }
        let ids = toSave
        toSave = []
        saving = SaveProgress(total: ids.count)
        saving?.ids = Set(ids)
        saving?.isAskedFor = false
        return [.send(SavePages(ids: ids))]
    }

    mutating func takeFromSaving(_ answer: PageAnswer, _ list: BookmarkList) -> [Effect] {
        switch answer.answer(of: SavePages.self)?.answer {
        case .progress(let progress)?: saving?.done = progress.done
        case .ended(let end)?:
            let isAskedFor = saving?.isAskedFor != false
            saving = nil
            if isAskedFor || end.problem != nil { tell(end, list) }
            return requests(after: .pagesSaved(ids: end.ids)) + saveNext()
        case nil: break
        }
        return []
    }

    private mutating func tell(_ end: SaveEnd, _ list: BookmarkList) {
        let (done, total) = (grouped(end.ids.count), grouped(end.total))
        if let problem = end.problem {
            let what = end.total == 1 ? "The page was not saved" : "Saved \(done) of \(total) pages"
            return announce(.warning, "\(what): \(problem)")
        }
        if end.isStopped {
            return announce(
                .info, "Stopped. Saved \(done) of \(total) \(end.total == 1 ? "page" : "pages")")
        }
        guard let id = end.ids.first, end.ids.count == 1 else {
            let unchanged = end.unchanged > 0 ? ", \(grouped(end.unchanged)) unchanged" : ""
            return announce(.info, "Saved \(done) pages\(unchanged)")
        }
        let name = symbols.quoted(list.row(id: id)?.title ?? id)
        if end.unchanged > 0 {
            let text = "The saved page of \(name) is unchanged"
            return announce(.info, view(list).text(text, .read, to: "read it"))
        }
        announce(.info, view(list).text("Saved the page of \(name)", .read, to: "read it"))
    }
}
