import Screen

/// The keys that there are, made from the table of actions.
struct Help: Sendable, Hashable {
    /// Where help was asked for; its keys come first.
    let origin: ActionContext
    var editor = LineEditor()
    /// Whether keys go into the filter.
    var isFiltering = false
    /// How many lines are above the screen.
    var scroll = 0

    init(for origin: ActionContext) {
        self.origin = origin
    }

    var heading: String { editor.text.isEmpty ? "Keys" : "Keys  /" + editor.text.prefix(40) }

    /// A heading for every section with a match, and below it a line for every action.
    func lines(in state: ScreenState) -> [TextLine] {
        let words = editor.text.lowercased().split(whereSeparator: \.isWhitespace)
        var lines: [TextLine] = []
        let keysWidth = min(22, state.size.columns / 3)
        for (section, actions) in sections {
            let found = actions.compactMap { action -> TextLine? in
                let keys = action.keys.map(state.symbols.name(of:)).joined(separator: " ")
                // A key is also found by its name where the screen shows a sign.
                let names = action.keys.map(\.name).joined(separator: " ")
                let text = "\(names) \(action.help) \(section.rawValue)".lowercased()
                guard words.allSatisfy({ text.contains($0) }) else { return nil }
                return TextLine(keys, .hintKey, at: 2).adding(action.help, at: keysWidth + 3)
            }
            guard !found.isEmpty else { continue }
            if !lines.isEmpty { lines.append(TextLine()) }
            lines.append(TextLine(section.rawValue, .heading))
            lines += found
        }
        if lines.isEmpty {
            lines = [TextLine("No key matches \(state.symbols.quoted(editor.text)).")]
        }
        return lines
    }

    private var sections: [(section: ActionSection, actions: [Action])] {
        let isFirst = { (actions: [Action]) in
            !actions.contains { !$0.contexts.contains(origin) }
        }
        guard origin.takesText else { return Action.sections }
        return Action.sections.filter { isFirst($0.actions) }
            + Action.sections.filter { !isFirst($0.actions) }
    }
}

extension ScreenState {
    mutating func performHelpFilter(_ action: ActionID) {
        changeHelp { help in
            help.isFiltering = action == .filterHelp
            if action == .clearFilter { help.editor = LineEditor() }
        }
    }

    mutating func typeHelpFilter(_ key: Key) -> [Effect] {
        changeHelp { help in
            if key == .backspace, help.editor.text.isEmpty {
                help.isFiltering = false
            } else if help.editor.handle(key) {
                help.scroll = 0
            }
        }
        return []
    }

    mutating func pasteInHelpFilter(_ text: String) -> [Effect] {
        guard text.utf8.count <= Self.filterLimit else {
            replyTooLong(text)
            return []
        }
        changeHelp { help in
            help.editor.insert(text)
            help.scroll = 0
        }
        return []
    }

    private mutating func changeHelp(_ change: (inout Help) -> Void) {
        guard case .help(var help) = modes.last else { return }
        change(&help)
        modes[modes.count - 1] = .help(help)
    }
}
