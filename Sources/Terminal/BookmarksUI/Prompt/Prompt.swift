import Bookmarks
import Screen

/// A line of text that is asked for at the bottom of the screen. Enter does what it is for, Esc
/// leaves it.
struct Prompt: Sendable, Hashable {
    let purpose: Purpose
    var editor = LineEditor()
    /// The completion of Tab, if any.
    var completion: Completion?

    /// The purpose of the typed text.
    enum Purpose: Sendable, Hashable {
        case addTags(Targets)
        case removeTags(Targets)
        case setFolder(Targets)
        case renameTag(String)
        case renameFolder(String)
        case renameSearch(String)
        /// A name for a query.
        case saveSearch(String)
        case setting(Setting)
        /// Bookmarks of a file, of a URL or of the browsers here.
        case importFrom
        /// The number of one of these addresses.
        case followLink([String])
        /// What a new token is for.
        case nameToken(AccessScope)
    }

    /// The folder of the path that is typed, and what is in it; for an import.
    var folder = ""
    var names: [String] = []
    /// Whether it was asked what is in that folder, and the answer is yet to come.
    var awaitsNames = false
    /// Whether names are offered that begin with a dot.
    var showsHidden = false

    init(_ purpose: Purpose, _ text: String = "", completion: Completion? = nil) {
        self.purpose = purpose
        editor = LineEditor(keeping: text)
        self.completion = completion
    }

    /// The longest text that can be pasted into a prompt, in bytes.
    static let limit = 4096
}

extension Prompt.Purpose {
    /// The labels before the line, from the longest to the shortest.
    func labels(_ symbols: Symbols) -> [String] {
        switch self {
        case .addTags(let targets):
            ["Add tags to \(targets.words(symbols)): ", "Add tags: ", "+ "]
        case .removeTags(let targets):
            ["Remove tags from \(targets.words(symbols)): ", "Remove tags: ", "- "]
        case .setFolder(let targets):
            ["Move \(targets.words(symbols)) to folder: ", "To folder: ", "Folder: "]
        case .renameTag(let tag): ["Rename #\(tag) to: ", "Rename to: ", "# "]
        case .renameFolder(let path):
            ["Rename or move \(symbols.quoted(path)) to: ", "Rename to: ", "> "]
        case .renameSearch(let name): ["Rename @\(name) to: ", "Rename to: ", "@ "]
        case .saveSearch(let text):
            ["Save \(symbols.quoted(text)) as: ", "Save the filter as: ", "Save as: ", "@ "]
        case .setting(let setting): ["\(setting.name) = ", "= "]
        case .importFrom:
            ["Import a file, a URL or browsers: ", "Import from: ", "Import: "]
        case .nameToken: ["What is the token for, such as firefox? ", "Token for: ", "For: "]
        case .followLink(let links): ["Open link 1 to \(links.count): ", "Link: "]
        }
    }

    /// The action of Enter, in a word or two.
    var verb: String {
        switch self {
        case .addTags: "add"
        case .removeTags: "remove"
        case .setFolder: "move"
        case .renameTag, .renameFolder, .renameSearch: "rename"
        case .saveSearch, .setting: "save"
        case .importFrom: "import"
        case .followLink: "open"
        case .nameToken: "make"
        }
    }
}

extension ScreenState {
    /// Does what the prompt is for. It stays open where what is typed won't do.
    mutating func enterPrompt() -> [Effect] {
        guard case .prompt(var prompt) = modes.last else { return [] }
        prompt.completion?.takePreset(into: &prompt.editor)
        let text = prompt.editor.text
        switch prompt.purpose {
        case .addTags(let targets), .removeTags(let targets):
            let tags = Tags.parsed(text)
            guard !tags.isEmpty else {
                let type = "Type tags with spaces between them"
                let leave = keyName(.leavePrompt).map { ", or leave with \($0)" } ?? ""
                reply(type + leave, .warning)
                return []
            }
            leave()
            if case .addTags = prompt.purpose { return [.change(.addTags(tags), ids: targets.ids)] }
            return [.change(.removeTags(tags), ids: targets.ids)]
        case .setFolder(let targets):
            return moveToFolder(text, targets)
        case .renameTag, .renameFolder, .renameSearch, .saveSearch:
            return take(name: text, for: prompt.purpose)
        case .setting(let setting): return set(setting, toTyped: text)
        case .importFrom:
            return beginImport(text)
        case .nameToken(let scope):
            leave()
            return [.send(AddAccessToken(name: text.trimmed, scope: scope))]
        case .followLink(let links):
            guard let number = Int(text.trimmed), 1...links.count ~= number else {
                reply("Type a number from 1 to \(links.count)", .warning)
                return []
            }
            leave()
            return [.openAddress(links[number - 1])]
        }
    }
}

extension Prompt {
    /// What Enter does with the typed text.
    var verb: String {
        if case .setFolder = purpose, completion?.isNew(in: editor) == true { return "new folder" }
        return purpose.verb
    }
}
