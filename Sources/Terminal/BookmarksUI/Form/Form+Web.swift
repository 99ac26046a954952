import Bookmarks
import KeyValueStore
import Screen

extension Form {
    /// The outcome of fetching a page.
    private enum PageOutcome {
        case filled
        /// A name was typed, and stays; this is the page's title.
        case kept(String)
        /// The address has changed meanwhile.
        case elsewhere
        case untitled
        case failed(String)
    }

    /// Fills in the metadata of a page where nothing else was typed.
    private mutating func fillIn(from page: FetchedPage) -> PageOutcome {
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

    /// Fetches the title because of a key.
    mutating func fetchTitle(_ view: ShellView) -> [PageCommand] {
        if view.sync.phase == .offline {
            return [.reply("Airplane mode is on, so the web is not contacted", .warning)]
        }
        if fetching != nil {
            return [.reply("Still fetching the title" + view.symbols.ellipsis)]
        }
        let notes = check(view)
        return problem == nil ? notes + beginFetching(view) : []
    }

    /// Fetches the title after the address of a new bookmark was typed, if that is set, and only
    /// once.
    mutating func fetchByItself(_ view: ShellView) -> [PageCommand] {
        guard view.fetchesTitles, view.sync.phase != .offline, id == nil,
            editor(of: .name).text.isEmpty
        else { return [] }
        var whole = self
        whole.completeURL()
        let url = whole.editor(of: .url).text.trimmed
        let scheme = WebAddress(stored: url).scheme
        guard scheme == "http" || scheme == "https", url != askedPage,
            Self.problem(withURL: url, takingBy: nil) == nil
        else { return [] }
        self = whole
        return beginFetching(view)
    }

    /// Fetches the page's own name and description. Text typed until the answer stays.
    private mutating func beginFetching(_ view: ShellView) -> [PageCommand] {
        let url = editor(of: .url).text.trimmed
        fetching = url
        askedPage = url
        return [
            .say(.info, "Fetching the title" + view.symbols.ellipsis),
            .request(FetchPage(url: url)),
        ]
    }

    /// Receives the metadata of a page, if this form requested it, and reports the result.
    mutating func receive(_ page: FetchedPage, _ view: ShellView) -> [PageCommand] {
        guard fetching == page.url else { return [] }
        fetching = nil
        if isSaving && id == nil {
            late = page
            return []
        }
        let missing = Message.Subject.missingTitle(url: page.url, name: editor(of: .name).text)
        switch fillIn(from: page) {
        case .filled: return [.say(.info, "The title came from the page")]
        case .kept(let title):
            let quoted = view.symbols.quoted(title)
            return [.say(.info, "The page's title is \(quoted); your name stays")]
        case .elsewhere: return [.say(.info, "The title was dropped: the URL has changed")]
        case .untitled: return [.say(.warning, "The page has no title", about: missing)]
        case .failed(let reason):
            return [.say(.warning, "The title was not fetched: \(reason)", about: missing)]
        }
    }
}
