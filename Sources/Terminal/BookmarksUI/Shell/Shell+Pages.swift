extension Shell {
    /// Opens a page in front, and returns its requests.
    mutating func open(_ page: any Page) -> [Effect] {
        if let subject = type(of: page).subject { forget(subject) }
        modes.append(.page(page))
        paneFocus.ofPage = .list
        failedRequests.subtract(page.requests.map { AnyPageRequest(request: $0) })
        return page.requests.map { .send($0) }
    }

    /// Returns the requests that open pages repeat, covered pages included.
    func requests(after change: LibraryChange) -> [Effect] {
        modes.compactMap(\.page).filter { $0.isStale(after: change) }
            .flatMap { $0.requests.map { .send($0) } }
    }

    /// Lets all open pages select what undo or redo brings back, or, after another key, no longer.
    mutating func awaitReturn(_ awaits: Bool) {
        for index in modes.indices {
            guard var page = modes[index].page, page.awaitsReturn != awaits else { continue }
            page.awaitsReturn = awaits
            modes[index] = .page(page)
        }
    }

    /// Whether an open page shows the state of syncing.
    var tellsSync: Bool { modes.contains { $0.page?.tellsSync == true } }

    /// Whether a page about a bookmark is open, even if covered.
    public func showsDetails(of id: String) -> Bool { modes.contains { $0.page?.bookmarkID == id } }

    /// Closes the pages about a bookmark.
    mutating func closePages(about id: String) {
        pointer.lookedTops[.list] = nil
        modes.removeAll { $0.page?.bookmarkID == id }
    }
}
