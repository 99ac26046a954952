import Bookmarks
import Screen

/// The line that is typed into, and the words that complete it: of a page, a prompt or the filter.
struct CompletedLine {
    var editor: LineEditor
    var completion: Completion

    var hasMenu: Bool { completion.hasMenu(for: editor) }
    var offer: Completion.Offer? { completion.offer(for: editor) }

    mutating func move(by step: Int, isMenuShown: Bool) {
        completion.move(by: step, for: editor, isMenuShown: isMenuShown)
    }

    mutating func take() -> Bool { completion.take(into: &editor) }
    mutating func take(_ word: String) -> Bool { completion.take(word, into: &editor) }
}

extension ScreenState {
    /// The line in front, if words complete it.
    var completedLine: CompletedLine? {
        let (editor, completion): (LineEditor, Completion?)
        switch modes.last {
        case .page(let page): return (page as? any FieldsPage)?.completedLine
        case .prompt(let prompt): (editor, completion) = (prompt.editor, prompt.completion)
        case .filter(let prompt): (editor, completion) = (prompt.editor, prompt.completion)
        default: return nil
        }
        return completion.map { CompletedLine(editor: editor, completion: $0) }
    }

    /// Puts the line in front back, and follows the other text in it.
    private mutating func put(_ line: CompletedLine) -> [Effect] {
        switch modes.last {
        case .page(let page):
            guard var page = page as? any FieldsPage else { return [] }
            page.put(line)
            modes[modes.count - 1] = .page(page)
        case .prompt(var prompt):
            (prompt.editor, prompt.completion) = (line.editor, line.completion)
            let effects = prompt.purpose.follow(&prompt, in: self)
            modes[modes.count - 1] = .prompt(prompt)
            return effects
        case .filter(var prompt):
            let isOther = prompt.editor.text != line.editor.text
            (prompt.editor, prompt.completion) = (line.editor, line.completion)
            if isOther { return follow(prompt) }
            modes[modes.count - 1] = .filter(prompt)
        default: break
        }
        return []
    }

    /// Finds out once for each event which words fit the line in front: the next key and drawing
    /// ask for it several times.
    mutating func findFits() {
        guard var line = completedLine, !line.completion.knowsFits(for: line.editor) else { return }
        line.completion.findFits(for: line.editor)
        switch modes.last {
        case .page(let page):
            guard var page = page as? any FieldsPage else { return }
            page.put(line)
            modes[modes.count - 1] = .page(page)
        case .prompt(var prompt):
            prompt.completion = line.completion
            modes[modes.count - 1] = .prompt(prompt)
        case .filter(var prompt):
            prompt.completion = line.completion
            modes[modes.count - 1] = .filter(prompt)
        default: break
        }
    }

    /// Whether the screen has room for a menu.
    var hasRoomForMenu: Bool { size.rows >= 8 && size.columns >= 30 }

    /// Whether a menu shows under the line in front, or a word of it was chosen where a menu has no
    /// room. Keys go to it first.
    var isMenuOpen: Bool {
        guard let line = completedLine, line.hasMenu else { return false }
        return hasRoomForMenu || line.completion.isChosen
    }

    /// Where the next key is looked for, one place after the other.
    public var contexts: [ActionContext] { isMenuOpen ? [.completion, context] : [context] }

    /// Handles a key in the menu; `nil` leaves the key to the line.
    mutating func pressInMenu(_ key: Key) -> [Effect]? {
        guard let action = keys.started(by: key, in: .completion), isMenuOpen,
            canBeDoneInMenu(action.id)
        else { return nil }
        return performCompletion(action.id)
    }

    /// Whether an action of an open menu has something to do.
    func canBeDoneInMenu(_ action: ActionID) -> Bool {
        guard let line = completedLine else { return false }
        return switch action {
        case .complete: line.offer != nil || line.completion.choosesPart(for: line.editor)
        case .takeChosen: line.completion.isChosen
        // A first offer of the program is not closed: the person did not ask for it.
        case .closeCompletion: !line.completion.isPreset
        default: true
        }
    }

    /// Chooses among the words that complete the line in front, or takes one.
    mutating func performCompletion(_ action: ActionID) -> [Effect] {
        guard var line = completedLine else { return [] }
        let isMenuShown = hasRoomForMenu && line.hasMenu
        switch action {
        case .previousWord: line.move(by: -1, isMenuShown: isMenuShown)
        case .closeCompletion: line.completion.close()
        case .complete, .takeChosen:
            if !line.take() { line.move(by: 1, isMenuShown: isMenuShown) }
        default: line.move(by: 1, isMenuShown: isMenuShown)
        }
        return put(line)
    }

    /// Takes the word that is offered behind the cursor; `nil` if none is.
    mutating func takeOffer() -> [Effect]? {
        guard var line = completedLine, line.take() else { return nil }
        return put(line)
    }

    /// Puts a word of the menu into the line in front; `nil` where there is none.
    mutating func complete(with word: String) -> [Effect]? {
        guard var line = completedLine, line.take(word) else { return nil }
        return put(line)
    }
}
