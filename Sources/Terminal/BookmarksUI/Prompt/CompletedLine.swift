import Bookmarks
import Screen

/// The line in use, with the words that complete it: the line of a page, of a prompt or of the
/// filter.
struct CompletedLine {
    var editor: LineEditor
    var completion: Completion

    var hasMenu: Bool { completion.hasMenu(for: editor) }
    var offer: Completion.Offer? { completion.offer(for: editor) }

    mutating func move(by step: Int, isMenuShown: Bool) {
        completion.move(by: step, for: editor, isMenuShown: isMenuShown)
    }

    mutating func accept() -> Bool { completion.accept(into: &editor) }
    mutating func accept(_ word: String) -> Bool { completion.accept(word, into: &editor) }
}

extension ScreenState {
    /// Puts the line in front back, and follows its new text.
    private mutating func put(_ line: CompletedLine) -> [Effect] {
        switch shell.modes.last {
        case .page:
            shell.frontForm?.put(line)
        case .prompt(var prompt):
            (prompt.editor, prompt.completion) = (line.editor, line.completion)
            let effects = prompt.purpose.follow(&prompt, in: self)
            shell.modes[shell.modes.count - 1] = .prompt(prompt)
            return effects
        case .filter(var prompt):
            let isOther = prompt.editor.text != line.editor.text
            (prompt.editor, prompt.completion) = (line.editor, line.completion)
            if isOther { return follow(prompt) }
            shell.modes[shell.modes.count - 1] = .filter(prompt)
        default: break
        }
        return []
    }

    /// Handles a key in the menu; returns `nil` to leave the key to the line.
    mutating func pressInMenu(_ key: Key) -> [Effect]? {
        guard let action = shell.keys.started(by: key, in: .completion), shell.isMenuOpen,
            shell.canBeDoneInMenu(action.id)
        else { return nil }
        return performCompletion(action.id)
    }

    /// Chooses among the words that complete the line in front, or accepts one.
    mutating func performCompletion(_ action: ActionID) -> [Effect] {
        guard var line = shell.completedLine else { return [] }
        let isMenuShown = shell.hasRoomForMenu && line.hasMenu
        switch action {
        case .previousWord: line.move(by: -1, isMenuShown: isMenuShown)
        case .closeCompletion: line.completion.close()
        case .complete, .takeChosen:
            if line.completion.isComplete(for: line.editor) {
                guard line.completion.canAskForMore(for: line.editor) else { return [] }
                line.completion.askForMore()
            } else if !line.accept(), !line.completion.acceptOnlyPart(into: &line.editor) {
                line.move(by: 1, isMenuShown: isMenuShown)
            }
        default: line.move(by: 1, isMenuShown: isMenuShown)
        }
        return put(line)
    }

    /// Accepts the suggestion after the cursor; returns `nil` if there is none.
    mutating func acceptOffer() -> [Effect]? {
        guard var line = shell.completedLine, line.accept() else { return nil }
        return put(line)
    }

    /// Puts a word of the menu into the line in front; returns `nil` if there is no such line.
    mutating func complete(with word: String) -> [Effect]? {
        guard var line = shell.completedLine, line.accept(word) else { return nil }
        return put(line)
    }
}

extension Shell {
    /// The line in front, if it has a completion.
    var completedLine: CompletedLine? {
        let (editor, completion): (LineEditor, Completion?)
        switch modes.last {
        case .page: return frontForm?.completedLine
        case .prompt(let prompt): (editor, completion) = (prompt.editor, prompt.completion)
        case .filter(let prompt): (editor, completion) = (prompt.editor, prompt.completion)
        default: return nil
        }
        return completion.map { CompletedLine(editor: editor, completion: $0) }
    }

    /// Finds the words for the line in front once per event: the next key and drawing need them
    /// several times.
    mutating func findFits() {
        guard var line = completedLine, !line.completion.knowsFits(for: line.editor) else { return }
        line.completion.findFits(for: line.editor)
        switch modes.last {
        case .page:
            frontForm?.put(line)
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

    /// Whether a menu shows at the line in front, or a word of it was chosen although there is no
    /// room for a menu. Keys go to it first.
    var isMenuOpen: Bool {
        guard let line = completedLine, line.hasMenu else { return false }
        return hasRoomForMenu || line.completion.isChosen
    }

    /// Whether the line in front has a whole word.
    var isWhole: Bool {
        guard let line = completedLine else { return false }
        return line.completion.isComplete(for: line.editor)
    }

    /// Whether the key that completes would show longer words than the one in the line in front.
    var canAskForMore: Bool {
        guard let line = completedLine else { return false }
        return line.completion.canAskForMore(for: line.editor)
    }

    /// The contexts in which the next key is looked up, in order.
    public var contexts: [ActionContext] { isMenuOpen ? [.completion, context] : [context] }

    /// Whether an action of an open menu has any effect.
    func canBeDoneInMenu(_ action: ActionID) -> Bool {
        guard let line = completedLine else { return false }
        return switch action {
        case .complete: line.offer != nil || line.completion.choosesPart(for: line.editor)
        case .takeChosen: line.completion.isChosen
        // A suggestion that the program preselected is not closed: the person did not ask for it.
        case .closeCompletion: !line.completion.isPreset
        default: true
        }
    }
}
