import Screen

extension Form {
    /// The outcome of fetching a page.
    enum PageOutcome {
        case filled
        /// A name was typed, and stays; the page has this title.
        case kept(String)
        /// The address was changed meanwhile.
        case elsewhere
        case untitled
        case failed(String)
    }

    /// Fills in what a page says of itself, where nothing else was typed.
    mutating func take(_ page: FetchedPage) -> PageOutcome {
        if let problem = page.problem { return .failed(problem) }
        guard editor(of: .url).text.trimmed == page.url else { return .elsewhere }
        let about = lines(of: .description)
        let isOpen = about.isEmpty || about == fetchedDescription
        if isOpen, !isLoading, !isSaving, !page.description.isEmpty {
            set(.description, lines: page.description)
            fetchedDescription = lines(of: .description)
        }
        if page.title.isEmpty { return .untitled }
        let name = editor(of: .name).text
        let isFree = name.isEmpty || !isChanged(.name) || name == fetchedName
        guard isFree, !isSaving else { return .kept(page.title) }
        set(.name, to: page.title)
        fetchedName = page.title
        return .filled
    }
}
