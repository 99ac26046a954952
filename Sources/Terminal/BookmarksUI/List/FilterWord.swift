import Bookmarks
import Screen

/// The word before the cursor in a filter, if it is the beginning of a name.
struct FilterWord: Sendable, Hashable {
    /// The kind of thing that the word names.
    enum Kind: Sendable, Hashable { case tag, folder, search, fact, document, field }

    let kind: Kind
    /// The prefix of the kind: `#`, `folder:` and the like.
    let lead: String
    /// The typed part of the name, without quotes.
    let typed: String
    /// The length of the word in the line, in Characters, including prefix and quotes.
    let length: Int

    /// Finds the word in a line; `nil` if there is none.
    init?(in editor: LineEditor) {
        let text = editor.text
        guard editor.cursor == text.count else { return nil }
        let word = Self.lastWord(of: text).drop { $0 == "-" || $0 == "(" }
        let leads: [(String, Kind)] = [
            ("#", .tag), ("tag:", .tag), ("folder:", .folder), ("in:", .folder), ("@", .search),
            ("is:", .fact), ("has:", .document), (":", .field),
        ]
        length = word.count
        if let (lead, kind) = leads.first(where: { word.hasPrefix($0.0) }) {
            var rest = word.dropFirst(lead.count)
            if rest.first == "\"" { rest.removeFirst() }
            (self.kind, self.lead, typed) = (kind, lead, String(rest))
        } else {
            // A single letter begins too many words that are not fields.
            guard word.count > 1, word.allSatisfy({ $0.isLetter && $0.isASCII }) else { return nil }
            (kind, lead, typed) = (.field, "", String(word))
        }
    }

    /// Returns the text that replaces the word with a full name.
    func completed(with name: String) -> String {
        if kind == .field { return name + ":" }
        let notation = QueryText.Notation(rawValue: lead)
        return (notation?.text(naming: name) ?? lead + name) + " "
    }

    /// The facts that a query will need if it continues as is most likely.
    var foresight: ForeseenFacts.Kind? {
        switch (kind, typed) {
        case (.fact, _), (.field, "is"): .duplicates
        case (.field, "in"), (.field, "note"), (.field, "notes"), (.field, "folder"): .details
        default: nil
        }
    }

    /// Returns the text after the last white space outside quotes.
    private static func lastWord(of text: String) -> Substring {
        var start = text.startIndex
        var (isQuoted, isEscaped) = (false, false)
        for index in text.indices {
            let next = text[index]
            if next == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = next == "\\" && !isEscaped
            if next.isWhitespace, !isQuoted { start = text.index(after: index) }
        }
        return text[start...]
    }
}

extension ScreenState {
    /// The names for the word at the end of a filter.
    func names(in prompt: FilterPrompt) -> Completion? {
        switch FilterWord(in: prompt.editor)?.kind {
        case nil: nil
        case .tag: prompt.tags
        case .folder: prompt.folders
        case .search: Completion(.query, searches.names)
        case .fact: Completion(.query, Query.facts)
        case .document: Completion(.query, Query.kinds)
        // While picking, the key marks instead.
        case .field where picking != nil: nil
        case .field: Completion(.query, Query.fields)
        }
    }

    /// Requests the names that may complete the typed text, once.
    func askForNames(_ prompt: inout FilterPrompt) -> [Effect] {
        let word = FilterWord(in: prompt.editor)
        if let kind = word?.foresight, prompt.foreseen.insert(kind).inserted {
            return [.foresee(kind)]
        }
        switch word?.kind {
        case .tag where !prompt.asksForTags:
            prompt.asksForTags = true
            return [.send(TagsRequest())]
        case .folder where !prompt.asksForFolders:
            prompt.asksForFolders = true
            return [.send(FoldersRequest())]
        default: return []
        }
    }

    /// Receives the names of tags and folders, which complete a filter and correct a query.
    mutating func receiveQueryNames(_ answer: PageAnswer, _ list: BookmarkList) {
        listView.queryNames.follow(list.revision)
        let tags = answer.answer(to: TagsRequest())
        let folders = answer.answer(to: FoldersRequest())?.map(\.path)
        if let tags { listView.queryNames.tags = tags }
        if let folders { listView.queryNames.folders = folders }
        guard case .filter(var prompt) = shell.modes.last else { return }
        let kind = FilterWord(in: prompt.editor)?.kind
        if let tags {
            prompt.tags = Completion(.query, tags)
            if kind == .tag { prompt.completion = prompt.tags }
        }
        if let folders {
            // A whole folder already finds its subfolders.
            prompt.folders = Completion(.query, folders, endsAtWords: true)
            if kind == .folder { prompt.completion = prompt.folders }
        }
        shell.modes[shell.modes.count - 1] = .filter(prompt)
    }
}

extension ScreenState {
    /// Whether the key that completes in the filter shows longer names than the typed one. While
    /// picking, the key marks instead.
    var asksForMoreNames: Bool {
        guard picking == nil, case .filter = shell.modes.last, offeredQuery == nil else {
            return false
        }
        return shell.canAskForMore
    }
}

extension Shell {
    /// The name suggested in the filter.
    var filterOffer: Completion.Offer? {
        guard case .filter = modes.last else { return nil }
        return completedLine?.offer
    }
}
