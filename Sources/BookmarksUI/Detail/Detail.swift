import Bookmarks
import Screen

/// One bookmark whole.
struct Detail: TextPage {
    let id: String
    /// What is shown; `nil` until it is loaded.
    var bookmark: Bookmark?
    /// What is known of its link.
    var link: LinkState?
    /// How many lines are above the screen.
    var scroll = 0

    init(id: String) {
        self.id = id
    }

    func heading(in state: ScreenState) -> String { "Details" }

    func lines(in state: ScreenState) -> [TextLine] {
        guard let bookmark else { return [TextLine("Loading" + state.symbols.ellipsis, .faint)] }
        let width = state.size.columns - Self.textColumn - 1
        var lines: [TextLine] = [TextLine()]
        func add(_ label: String, _ text: String, _ role: Role = .plain) {
            guard !text.isEmpty else { return }
            for (number, part) in state.measure.wrapped(text, to: width).enumerated() {
                lines.append(
                    TextLine(number == 0 ? label : "", .label)
                        .adding(part, role, at: Self.textColumn))
            }
        }
        add("Name", bookmark.name, .title)
        add("URL", bookmark.url, .url)
        add("Tags", bookmark.tags.map { "#" + $0 }.joined(separator: " "), .tag)
        add("Folder", bookmark.folder)
        add("Added", CalendarTime(bookmark.added, offset: state.utcOffset).dateAndTime)
        let edited = CalendarTime(bookmark.modified, offset: state.utcOffset).dateAndTime
        add("Edited", edited + (bookmark.device.isEmpty ? "" : " on \(bookmark.device)"))
        for lost in bookmark.lostValues {
            let typed = CalendarTime(lost.typed, offset: state.utcOffset).dateAndTime
            let text = lost.text.isEmpty ? "empty" : state.symbols.quoted(lost.text)
            add("Also", "\(lost.field) \(text) on \(lost.device), \(typed)", .warning)
        }
        if let link {
            add("Link", link.text(in: state), link.finding == .works ? .plain : .warning)
        }
        add("Id", bookmark.id, .faint)
        if !bookmark.notes.isEmpty {
            lines.append(TextLine())
            add("Notes", bookmark.notes)
        }
        return lines
    }

    private static let textColumn = 9
}

extension LinkState {
    /// What was found, and when.
    fileprivate func text(in state: ScreenState) -> String {
        let time = CalendarTime(checked, offset: state.utcOffset).dateAndTime
        return switch finding {
        case .works: "works; checked \(time)"
        case .moved(let url): "moved to \(url); checked \(time)"
        case .broken(let reason): "broken: \(reason); checked \(time)"
        case .unsure(let reason): "unsure: \(reason); checked \(time)"
        }
    }
}

extension ScreenState {
    /// Takes a bookmark that was asked for, wherever it is waited for.
    mutating func take(_ bookmark: Bookmark) -> [Effect] {
        if detail?.id == bookmark.id { detail?.bookmark = bookmark }
        if form?.id == bookmark.id {
            // What loading takes for the original is what the form is compared with.
            tellForm(bookmark)
            form?.load(bookmark)
        }
        return []
    }
}
