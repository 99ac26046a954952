import Bookmarks
import Screen

/// The page of all keys, made from the table of actions, and of the signs in the list: first the
/// keys that work in the current context, then all keys by task.
struct Help: TextPage, FilteredPage {
    static let context = ActionContext.help
    static let filterContext = ActionContext.helpFilter
    static let section: ActionSection? = .help

    /// The context from which help was opened; its keys come first.
    let origin: ActionContext
    /// Whether keys there apply to a deleted bookmark, for which some have another action.
    let isOnDeleted: Bool
    var editor = LineEditor()
    /// Whether keys go to the filter.
    var isFiltering = false
    /// The number of lines above the screen.
    var scroll = 0

    init(for origin: ActionContext, onDeleted isOnDeleted: Bool) {
        self.origin = origin
        self.isOnDeleted = isOnDeleted
    }

    func heading(in view: ShellView) -> [String] { ["Keys"] + filterHeading }

    mutating func follow(_ view: ShellView) { scroll = 0 }

    /// Returns a heading for every group with a match, and a line for every match; the signs come
    /// last.
    func lines(in view: ShellView) -> [TextLine] {
        let words = editor.text.lowercased().split(whereSeparator: \.isWhitespace)
        let found = lines(with: words, in: view)
        if !found.isEmpty { return found }
        return lines(with: words, in: view, showsGroups: true)
    }

    func notice(in view: ShellView) -> String? {
        guard lines(in: view).isEmpty else { return nil }
        return wayOutOfFilter("No key matches \(view.symbols.quoted(editor.text)).", view)
    }

    /// - Parameter showsGroups: whether a heading with all of the words shows its whole group.
    private func lines(
        with words: [Substring], in view: ShellView, showsGroups: Bool = false
    ) -> [TextLine] {
        var lines: [TextLine] = []
        let keysWidth = min(18, max(10, view.size.columns / 6))
        func show(_ heading: String, _ entries: [Entry]) {
            guard !entries.isEmpty else { return }
            if !lines.isEmpty { lines.append(TextLine()) }
            lines.append(TextLine(heading, .heading))
            lines += entries.flatMap { $0.lines(keysWidth, view) }
        }
        func add(_ heading: String, _ entries: [Entry]) {
            show(
                heading,
                entries.filter { entry in
                    let others = entry.others(of: words)
                    if !words.isEmpty, !showsGroups, others.count == words.count { return false }
                    return others.allSatisfy { heading.lowercased().contains($0) }
                })
        }
        if let key = key(named: editor.text.trimmed, view) {
            show("The key \(key.name)", actions(of: key, view).map { Entry($0, view) })
        }
        // The match is in another group.
        if words.isEmpty {
            add(
                "Here: \(origin.name)", hintedActions(view.keys).map { Entry($0, view, in: origin) }
            )
        }
        for (section, actions) in sections(of: view.keys.actions) {
            add(section.rawValue, actions.map { Entry($0, view) })
            if section == .filter { add("Queries of the filter", Self.queries(view)) }
        }
        add("Signs in the list", Self.signs(view))
        return lines
    }

    /// Returns the key with a typed name or sign. `f` and `F` are two keys.
    private func key(named typed: String, _ view: ShellView) -> Key? {
        let signed: [Key] = [.enter, .up, .down, .left, .right]
        return signed.first { view.symbols.name(of: $0) == typed } ?? Key(name: typed)
    }

    /// Returns the actions of a key, those of the current context first.
    private func actions(of key: Key, _ view: ShellView) -> [Action] {
        let found = view.keys.actions.all.filter { view.keys.keys(of: $0).contains(key) }
        return found.filter { $0.contexts.contains(origin) }
            + found.filter { !$0.contexts.contains(origin) }
    }

    /// Returns the actions for which the last line may have a hint in the current context.
    private func hintedActions(_ keys: KeyMap) -> [Action] {
        keys.actions.hinted.filter { action in
            guard action.hint?.belongs(to: origin) == true else { return false }
            if action.need == .deleted, !isOnDeleted, origin != .deleted { return false }
            return keys.keys(of: action, in: origin).contains {
                keys.started(by: $0, in: origin, onDeleted: isOnDeleted)?.id == action.id
            }
        }
    }

    /// A sign or key at the left of a line, and its meaning.
    fileprivate struct Entry {
        var shown: String
        /// Other words that find the line, such as a key's name if its sign is shown.
        var names: String
        var help: String
        /// The name of the line's setting, if it has one.
        var setting = ""
        var role: Role

        /// Returns the words that the line does not contain.
        func others(of words: [Substring]) -> [Substring] {
            let text = "\(names) \(help)".lowercased()
            return words.filter { !text.contains($0) }
        }
    }

    /// A summary of the query language; Docs/Reference/Query.md describes it fully.
    private static func queries(_ view: ShellView) -> [Entry] {
        (conditions + facts + patterns(view)).map {
            Entry(shown: $0.0, names: $0.0, help: $0.1, role: .hintKey)
        }
    }

    private static let conditions = [
        ("red blue", "Both words, in the name, the URL or a tag; a capital makes case matter"),
        ("\"red blue\"", "Exactly this phrase"),
        ("-red", "Without the word; - also works before other terms"),
        ("red or blue", "Either of them; brackets group: (red or blue) green"),
        ("#red", "A tag that begins with red; tag:red is exactly that tag"),
        ("name: url: note:", "Only in that field, as in note:later"),
        ("site:swift.org", "Pages of a site, also www.swift.org"),
        ("folder:work", "In a folder or below it; in:wo matches a beginning"),
        ("text:red", "A word in a saved page, a note or a file; text:\"red blue\" a phrase"),
        ("has:page", "With a saved page; also has:note, has:file and file:pdf"),
        ("after: before:", "When it was added: 2026, 2026-11, 2026-11-21, 7d ago"),
    ]
    private static let facts = Query.Fact.allCases.map { ("is:\($0.rawValue)", $0.meaning) }
    private static func patterns(_ view: ShellView) -> [(String, String)] {
        [
            ("@name", view.text("A saved search", .saveSearch, to: "save the filter as one")),
            ("/re[ad]/", "A regular expression"),
            ("~red", "Letters in this order, with others between"),
        ]
    }

    private static func signs(_ view: ShellView) -> [Entry] {
        let symbols = view.symbols
        let device = "\(symbols.from) device"
        return [
            Entry(
                shown: symbols.conflict, names: "\(symbols.conflict) conflict",
                help: view.text("Two edits changed the same thing", .details, to: "compare"),
                role: .warning),
            Entry(
                shown: symbols.broken, names: "\(symbols.broken) broken",
                help: view.text("The page is gone", .checkLinks, to: "check again"),
                role: .warning),
            Entry(
                shown: symbols.saved, names: "\(symbols.saved) saved",
                help: view.text(
                    "A page, a note or a file is saved", .showDocuments, to: "see them"),
                role: .faint),
            Entry(
                shown: symbols.mark, names: "\(symbols.mark) mark",
                help: "Marked; the next action applies to all marked", role: .marker),
            Entry(
                shown: device, names: device,
                help: view.text("Changed on that device", .clear, to: "clear these labels"),
                role: .device),
        ]
    }

    private func sections(
        of table: ActionTable
    ) -> [(section: ActionSection, actions: [Action])] {
        let sections = table.sections
        // Actions of this page that the list does not have.
        let isFirst = { (actions: [Action]) in
            actions.allSatisfy { $0.contexts.contains(origin) && !$0.contexts.contains(.list) }
        }
        return sections.filter { isFirst($0.actions) }
            + sections.filter { !isFirst($0.actions) }
    }
}

extension Help.Entry {
    /// Returns the lines of an entry: keys, actions, and at the end the name of the setting. On a
    /// narrow screen, the name takes no line of its own.
    fileprivate func lines(_ keysWidth: Int, _ view: ShellView) -> [TextLine] {
        let column = keysWidth + 3
        let width = view.size.columns - column - 1
        let lefts = view.measure.wrapped(shown, to: keysWidth)
        var rights = view.measure.wrapped(help, to: width)
        var room = width - view.measure.width(setting)
        if !setting.isEmpty, room >= 0, view.measure.width(rights.last ?? "") + 2 > room {
            if view.size.columns < 100 { room = -1 } else { rights.append("") }
        }
        return (0..<max(lefts.count, rights.count)).map { number in
            let left = number < lefts.count ? lefts[number] : ""
            let right = number < rights.count ? rights[number] : ""
            let line = TextLine(left, role, at: 2).adding(right, at: column)
            guard number == rights.count - 1, !setting.isEmpty, room >= 0 else { return line }
            return line.adding(setting, .faint, at: column + room)
        }
    }

    /// - Parameter context: the context in which its keys are pressed, if known.
    fileprivate init(_ action: Action, _ view: ShellView, in context: ActionContext? = nil) {
        let keys = context.map { view.keys.keys(of: action, in: $0) } ?? view.keys.keys(of: action)
        shown = keys.isEmpty ? "none" : keys.map(view.symbols.name(of:)).joined(separator: " ")
        let names = keys.map(\.name).joined(separator: " ")
        setting = Setting.keyPrefix + action.id.rawValue
        self.names = "\(names) \(setting) \(action.synonyms)"
        help = view.pickHelp(of: action.id) ?? action.help
        role = .hintKey
    }
}
