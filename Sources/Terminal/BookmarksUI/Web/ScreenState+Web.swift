import Bookmarks
import KeyValueStore
import Screen

extension ScreenState {
    mutating func performOnWeb(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        if sync.phase == .offline, web.checking == nil, action != .openArchive {
            reply("Airplane mode is on, so the web is not contacted", .warning)
            return []
        }
        if action == .openArchive {
            return target(list).map { [.open(ids: [$0], isArchived: true)] } ?? []
        }
        // The key that begins a check ends it, too.
        if web.checking != nil { return stopChecking() }
        guard let targets = targets(list) else { return [] }
        guard targets.ids.count > 1 else { return check(targets.ids) }
        ask(
            Question("Check \(targets.words(symbols)) on the web?") { screen, _ in
                screen.check(targets.ids)
            })
        return []
    }

    /// Whether the page of a bookmark was gone when its link was checked last.
    func isBroken(_ id: String) -> Bool { web.links[id]?.finding.isBroken == true }

    mutating func check(_ ids: [String]) -> [Effect] {
        web.checking = LinkProgress(total: ids.count)
        return [.send(CheckLinks(ids: ids))]
    }

    mutating func stopChecking() -> [Effect] {
        reply("Stopping the link check" + symbols.ellipsis)
        return [.stop(CheckLinks.self)]
    }

    mutating func takeFromWeb(_ answer: PageAnswer) -> [Effect] {
        switch answer.answer(of: CheckLinks.self)?.answer {
        case .progress(let progress)?: if web.checking != nil { web.checking = progress }
        case .ended(let progress, let end)?:
            takeEnd(progress, end)
            return requests(after: .linksChecked)
        case nil: break
        }
        return []
    }

    /// Tells the result of a check.
    private mutating func takeEnd(_ progress: LinkProgress, _ end: LinkProgress.End) {
        web.checking = nil
        switch end {
        case .finished where progress.total == 0:
            reply("Nothing was checked: there is no http or https address", .warning)
        case .finished: announce(progress.broken > 0 ? .warning : .info, progress.summary)
        case .stopped: announce(.info, "Stopped. " + progress.summary)
        case .offline:
            announce(
                .warning,
                progress.done == 0
                    ? "Nothing is reachable: is there a network? No link was judged"
                    : "Nothing else is reachable: is there a network? \(progress.summary)")
        case .failed(let reason): announce(.error, reason)
        }
    }

    // MARK: Titles

    /// Waits for the title of a bookmark that was saved without a name, to make it the name.
    mutating func awaitTitle(
        of id: String, savedBy form: Form, _ list: BookmarkList
    ) -> [Effect] {
        guard form.id == nil, form.draft.name.isEmpty else { return [] }
        if let page = form.late { return title(id, with: page, list) }
        let url = form.editor(of: .url).text.trimmed
        if form.fetching == url { web.awaitedTitles[url] = id }
        return []
    }

    /// Puts the title of a page into a bookmark, or says why there is none.
    private mutating func title(
        _ id: String, with page: FetchedPage, _ list: BookmarkList
    ) -> [Effect] {
        if page.problem == nil, !page.title.isEmpty { return [.send(TakeTitle(page, of: id))] }
        // A bookmark that has a name by now needs no title.
        guard let row = list.row(id: id), !row.isDeleted, row.name.isEmpty, page.isPage(at: row.url)
        else { return [] }
        let words = page.problem.map { "The title was not fetched: \($0)" }
        announce(.warning, words ?? "The page has no title")
        return []
    }

    /// Takes the title of a page into the bookmark that was saved before the answer came; `nil` for
    /// every other answer.
    mutating func takeAwaitedTitle(_ answer: PageAnswer, _ list: BookmarkList) -> [Effect]? {
        guard let page = answer.answer(of: FetchPage.self)?.answer,
            let id = web.awaitedTitles.removeValue(forKey: page.url)
        else { return nil }
        return title(id, with: page, list)
    }
}
