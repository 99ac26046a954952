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
            also: "keep archive snapshot download document")
    ]
}

extension ScreenState {
    /// Saves the pages of the bookmark or of all marked; the key that begins it ends it, too.
    mutating func savePages(_ list: BookmarkList) -> [Effect] {
        if saving != nil {
            reply("Stopping" + symbols.ellipsis)
            return [.stop(SavePages.self)]
        }
        guard let targets = targets(list) else { return [] }
        if sync.phase == .offline {
            reply("Airplane mode is on, so the web is not contacted", .warning)
            return []
        }
        saving = SaveProgress(total: targets.ids.count)
        return [.send(SavePages(ids: targets.ids))]
    }

    mutating func takeFromSaving(_ answer: PageAnswer, _ list: BookmarkList) -> [Effect] {
        switch answer.answer(of: SavePages.self)?.answer {
        case .progress(let progress)?: if saving != nil { saving = progress }
        case .ended(let end)?:
            saving = nil
            tell(end, list)
            return requests(after: .pagesSaved(ids: end.ids))
        case nil: break
        }
        return []
    }

    private mutating func tell(_ end: SaveEnd, _ list: BookmarkList) {
        let (done, total) = (grouped(end.ids.count), grouped(end.total))
        if let problem = end.problem {
            let what = end.total == 1 ? "Not saved" : "Saved \(done) of \(total) pages"
            return announce(.warning, "\(what): \(problem)")
        }
        if end.isStopped {
            return announce(.info, "Stopped. Saved \(done) of \(total) pages")
        }
        guard let id = end.ids.first, end.ids.count == 1 else {
            return announce(.info, "Saved \(done) pages")
        }
        let name = symbols.quoted(list.row(id: id)?.title ?? id)
        announce(.info, view(list).text("Saved the page of \(name)", "; ", .read, "reads it"))
    }
}
