import Bookmarks
import BookmarksUI
import KeyValueStore
import Screen
import Testing

/// A person at a terminal, who presses keys and sees the list filtered and sorted accordingly.
struct Person {
    var state: ScreenState
    var list: BookmarkList
    /// The screen's requests, except for filtering and sorting, which happen at once, and for
    /// looking up pages that may be there already.
    var effects: [Effect] = []
    /// The URLs that were looked up.
    var pages: [String] = []

    /// Whether requests for tags are answered at once.
    var answersForTags = true

    init(_ names: [String] = [], columns: Int = 80, rows: Int = 24, symbols: Symbols = .unicode) {
        self.init(rows: names.enumerated().map(Self.row), columns: columns, rows: rows, symbols)
    }

    init(
        rows bookmarks: [BookmarkRow], columns: Int, rows: Int, _ symbols: Symbols = .unicode
    ) {
        list = BookmarkList(rows: bookmarks, sortedBy: SortOrder(.name))
        state = ScreenState(
            size: Size(columns: columns, rows: rows), symbols: symbols,
            sync: SyncState(device: "laptop"), now: 1_000)
        send(.listChanged)
    }

    /// The ids are `0`, `1` and so on, in the order of the names.
    static func row(_ index: Int, _ name: String) -> BookmarkRow {
        let word = name.lowercased().filter { $0.isASCII && $0.isLetter }
        return BookmarkRow(
            id: "\(index)", name: name, url: "https://\(word).example/", tags: word,
            added: Double(index), modified: Double(index))
    }

    /// Names in alphabetic order: `Name 000` and so on.
    static func names(_ count: Int) -> [String] {
        (0..<count).map { "Name " + String("00\($0)".suffix(3)) }
    }

    mutating func send(_ event: Event) {
        for effect in state.handle(event, in: list) {
            switch effect {
            case .filter(let query):
                list.filter(query)
                send(.listChanged)
            case .sort(let order):
                list.sort(order)
                send(.listChanged)
            case .request(let asked) where asked.request is SamePageRequest:
                pages += [asked.request as? SamePageRequest].compactMap { $0?.url }
            case .loadTags where answersForTags: send(.tags(list.tagNames()))
            default: effects.append(effect)
            }
        }
    }

    /// Presses keys by their names.
    mutating func press(_ names: String...) {
        for name in names {
            guard let key = Key(name: name) else {
                Issue.record("No key is called \(name).")
                continue
            }
            send(.terminal(.key(key)))
        }
    }

    mutating func type(_ text: String) {
        for character in text { send(.terminal(.key(.character(character)))) }
    }

    mutating func paste(_ text: String) {
        send(.terminal(.paste(text)))
    }

    mutating func resize(_ columns: Int, _ rows: Int) {
        send(.terminal(.resize(Size(columns: columns, rows: rows))))
    }

    /// Another device changes the list, and the screen is notified.
    mutating func receive(
        _ kind: ReceivedChanges.Kind, _ row: BookmarkRow, from device: String? = "phone"
    ) {
        list.apply([kind == .deleted ? .remove(id: row.id) : .upsert(row)])
        let change = ReceivedChanges.Change(
            id: row.id, name: row.name, kind: kind, device: device, isRemote: device != nil)
        send(.received(ReceivedChanges(changes: [change])))
    }

    /// The requests since the last call.
    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    var canvas: Canvas { draw(state, list: list) }
    var screen: String { canvas.text }
    var selectedName: String? {
        list.count > 0 ? list[state.listView.selection.index].name : nil
    }
    /// The index of the selected row on the screen.
    var selectedLine: Int? {
        let bar = Color(name: "#444444")
        return (0..<state.shell.size.rows).first {
            canvas[$0, 1].text == ">" && canvas[$0, 1].style.background == bar
        }
    }
    var said: String? { state.shell.shownMessage?.text }
    /// The lines of the screen that are not empty, from the title to the hints.
    var lines: [String] { screen.split(separator: "\n").map(String.init) }
    /// The line above the hints, without the key of a suggestion.
    var messageLine: String {
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
        return String(lines[lines.count - 2]).replacing("  Tab to complete", with: "")
    }
}

extension Person {
    /// A person whose bookmarks have tags that can be completed.
    static func withTags() -> Person {
        let tags = ["swift", "Swift server", "swift", "swimming", "日本語", "Café"]
        return Person(
            rows: tags.enumerated().map { index, tags in
                BookmarkRow(
                    id: "\(index)", name: "Name \(index)", url: "https://\(index).example/",
                    tags: tags, added: 0, modified: 0)
            }, columns: 80, rows: 24)
    }
}
