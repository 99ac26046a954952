import Bookmarks
import Screen

/// The first screen of a library without bookmarks: an introduction, and the first keys.
struct Greeting {
    struct Choice {
        var key: String
        var text: String
    }

    /// A choice for each browser, and one for all of them if there are several.
    var browsers: [Choice] = []
    var allBrowsers: Choice?
    var others: [Choice] = []
    /// The key for help, which the hint line also shows.
    var help: Choice?

    private static let long =
        "Cloudy keeps your bookmarks: the same in every terminal and on every machine."
    private static let short = "Bookmarks, the same on all machines."

    /// Returns at most `rows` lines, if there is room for the choices. Text that is also elsewhere
    /// is dropped first, then the browsers that “all” covers.
    func lines(_ rows: Int, _ pen: Pen) -> [TextLine] {
        let room = max(1, pen.columns - 4)
        let isWide = pen.measure.width(Self.long) <= room
        var head = pen.measure.wrapped(isWide ? Self.long : Self.short, to: room)
        head += pen.measure.wrapped("No bookmarks yet. Begin with a key:", to: room)
        var (browsers, help) = (browsers, help)
        func choices() -> [TextLine] {
            let all =
                browsers + [allBrowsers].compactMap(\.self) + others
                + [help].compactMap(\.self)
            let column = 2 + (all.map { pen.measure.width($0.key) }.max() ?? 0)
            return all.flatMap { self.lines(of: $0, at: column, room, pen.measure) }
        }
        if head.count + choices().count > rows { help = nil }
        while head.count + choices().count > rows, allBrowsers != nil, !browsers.isEmpty {
            browsers.removeLast()
        }
        var lines = [TextLine(head[0], .title, at: 0)]
        lines += head.dropFirst().map { TextLine($0, at: 0) }
        let shown = choices()
        if lines.count + shown.count < rows { lines.append(TextLine()) }
        lines += shown
        // Between the two sentences.
        if lines.count < rows { lines.insert(TextLine(), at: head.count - 1) }
        return lines
    }

    private func lines(
        of choice: Choice, at column: Int, _ room: Int, _ measure: TextMeasure
    ) -> [TextLine] {
        measure.wrapped(choice.text, to: room - column).enumerated().map { number, text in
            TextLine(number == 0 ? choice.key : "", .hintKey, at: 0).adding(text, at: column)
        }
    }
}

extension ScreenState {
    /// Whether the greeting shows in place of the list.
    func greets(_ list: BookmarkList) -> Bool {
        list.total == 0 && list.archivedCount == 0 && !hadBookmarks && shell.undoOffer.next == nil
            && picking == nil
    }

    var greeting: Greeting {
        var greeting = Greeting()
        let found = foundBrowsers
        for (index, source) in found.sources.enumerated().prefix(9) {
            let count = activities.imports.counts[source.path].map { ", \(counted($0))" } ?? ""
            let text = "Import \(source.name)\(count)"
            greeting.browsers.append(Greeting.Choice(key: "\(index + 1)", text: text))
        }
        if found.count > 1 {
            let text = found.count == 2 ? "Import both" : "Import all \(found.count)"
            greeting.allBrowsers = Greeting.Choice(key: "0", text: text)
        }
        func add(_ id: ActionID, _ text: String) {
            guard let key = shell.keyName(id) else { return }
            greeting.others.append(Greeting.Choice(key: key, text: text))
        }
        add(.add, "Add one, or paste a URL")
        add(.importBookmarks, "Import a file or a URL")
        add(.tour, "Try two terminals, or a server")
        greeting.help = shell.keyName(.help).map { Greeting.Choice(key: $0, text: "Show all keys") }
        return greeting
    }

    /// The known browsers with bookmarks.
    private var foundBrowsers: [FoundBrowser] {
        (activities.imports.browsers ?? []).filter { activities.imports.counts[$0.path] != 0 }
    }

    private func counted(_ bookmarks: Int) -> String {
        Bookmarks.counted(bookmarks, "bookmark")
    }

    /// Imports from the browser with the number that was pressed, or from all for 0; returns `nil`
    /// if the greeting has no such choice.
    mutating func chooseFromGreeting(_ key: Key, _ list: BookmarkList) -> [Effect]? {
        guard shell.context == .list, greets(list), case .character(let character) = key,
            let number = character.wholeNumberValue, activities.imports.progress == nil
        else { return nil }
        let sources = foundBrowsers.sources
        guard number <= sources.count, number > 0 || sources.count > 1 else { return nil }
        return begin(number == 0 ? sources : [sources[number - 1]])
    }
}
