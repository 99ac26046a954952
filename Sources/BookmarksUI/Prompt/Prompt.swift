import Bookmarks
import Screen

/// A line of text that is asked for at the bottom of the screen. Enter does what it is for, Esc
/// leaves it.
struct Prompt: Sendable, Hashable {
    let purpose: Purpose
    var editor = LineEditor()
    /// What Tab completes, if anything.
    var completion: Completion?

    /// What is typed is for.
    enum Purpose: Sendable, Hashable {
        case addTags(Targets)
    }

    init(_ purpose: Purpose, _ text: String = "", completion: Completion? = nil) {
        self.purpose = purpose
        editor = LineEditor(keeping: text)
        self.completion = completion
    }

    /// The longest text that can be pasted into a prompt, in bytes.
    static let limit = 4096
}

extension Prompt.Purpose {
    /// What stands before the line, from the longest to the shortest.
    func labels(_ symbols: Symbols) -> [String] {
        switch self {
        case .addTags(let targets):
            ["Add tags to \(targets.words(symbols)): ", "Add tags: ", "+ "]
        }
    }

    /// What Enter does, in a word or two.
    var verb: String {
        switch self {
        case .addTags: "add"
        }
    }
}

extension ScreenState {
    /// Does what the prompt is for. It stays open where what is typed won't do.
    mutating func enterPrompt() -> [Effect] {
        guard case .prompt(let prompt) = modes.last else { return [] }
        let text = prompt.editor.text
        switch prompt.purpose {
        case .addTags(let targets):
            let tags = Tags.parsed(text)
            guard !tags.isEmpty else {
                reply("Type tags with spaces between them, or leave with Esc", .warning)
                return []
            }
            leave()
            return [.change(.addTags(tags), ids: targets.ids)]
        }
    }

    /// Asks for the tags to add.
    mutating func askForTags(_ list: BookmarkList) {
        guard let targets = targets(list) else { return }
        let tags = list.tagUses().map(\.tag)
        modes.append(.prompt(Prompt(.addTags(targets), completion: Completion(.word, tags))))
    }
}
