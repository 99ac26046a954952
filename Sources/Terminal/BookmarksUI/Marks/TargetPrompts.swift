import Bookmarks
import Screen

/// Asks for tags to add to bookmarks.
struct AddingTags: PromptPurpose {
    let targets: Targets
    var verb: String { "add" }

    func labels(_ symbols: Symbols) -> [String] {
        ["Add tags to \(targets.words(symbols)): ", "Add tags: ", "+ "]
    }

    func completion(from answer: PageAnswer) -> Completion? {
        answer.answer(to: TagsRequest()).map { Completion(.word, $0) }
    }

    func awaitsWords(for key: WaitingKey, in prompt: Prompt, of screen: ScreenState) -> Bool {
        prompt.completion == nil && prompt.needsWords(for: key)
    }

    func enter(_ text: String, in screen: inout ScreenState) -> [Effect] {
        if Tags.parsed(text).contains(where: Tags.isURL) {
            screen.shell.reply(
                "A URL is not a tag. To keep it, edit the URL or the notes", .warning)
            return []
        }
        guard let tags = screen.typedTags(text) else { return [] }
        return [.send(ChangeBookmarks(.addTags(tags), ids: targets.ids))]
    }
}

/// Asks for tags to remove from bookmarks.
struct RemovingTags: PromptPurpose {
    let targets: Targets
    var verb: String { "remove" }

    func labels(_ symbols: Symbols) -> [String] {
        ["Remove tags from \(targets.words(symbols)): ", "Remove tags: ", "- "]
    }

    func enter(_ text: String, in screen: inout ScreenState) -> [Effect] {
        guard let tags = screen.typedTags(text) else { return [] }
        return [.send(ChangeBookmarks(.removeTags(tags), ids: targets.ids))]
    }
}

/// Asks for the folder to move bookmarks to.
struct MovingToFolder: PromptPurpose {
    let targets: Targets
    var verb: String { "move" }

    func labels(_ symbols: Symbols) -> [String] {
        ["Move \(targets.words(symbols)) to folder: ", "To folder: ", "Folder: "]
    }

    func verb(for prompt: Prompt) -> String {
        prompt.completion?.isNew(in: prompt.editor) == true ? "new folder" : verb
    }

    func completion(from answer: PageAnswer) -> Completion? {
        answer.answer(to: FoldersRequest()).map {
            Completion(.line, $0.map(\.path), endsAtWords: true)
        }
    }

    func awaitsWords(for key: WaitingKey, in prompt: Prompt, of screen: ScreenState) -> Bool {
        prompt.completion == nil && prompt.needsWords(for: key)
    }

    /// Moves the bookmarks. A slash alone is not a folder.
    func enter(_ text: String, in screen: inout ScreenState) -> [Effect] {
        guard !text.trimmed.isEmpty else {
            screen.shell.reply("Type a folder, such as work/swift, or / for no folder", .warning)
            return []
        }
        screen.shell.leave()
        return [.send(ChangeBookmarks(.setFolder(FolderPath.normalized(text)), ids: targets.ids))]
    }
}

extension ScreenState {
    /// Closes the prompt and returns its tags; `nil` if there are none.
    fileprivate mutating func typedTags(_ text: String) -> [String]? {
        let tags = Tags.parsed(text)
        guard !tags.isEmpty else {
            let type = "Type tags with spaces between them"
            let leave = shell.keyName(.leavePrompt).map { ", or leave with \($0)" } ?? ""
            shell.reply(type + leave, .warning)
            return nil
        }
        shell.leave()
        return tags
    }
}
