import Bookmarks
import Screen

extension Form {
    /// The completion of the focused field, if any.
    var completion: Completion? {
        get { focus == .tags ? tags : focus == .folder ? folders : nil }
        set {
            if focus == .tags { tags = newValue }
            if focus == .folder { folders = newValue }
        }
    }

    /// The tag or folder that is offered behind the typed text, if any.
    var offer: Completion.Offer? {
        takesText ? completion?.offer(for: editor(of: focus)) : nil
    }

    /// Takes the names there are. The text that a field had when it got the cursor is not the
    /// beginning of another one.
    mutating func takeNames(_ names: Completion, for field: FormField) {
        var names = names
        if field != focus || !isTypedHere { names.close() }
        if field == .tags { tags = names } else { folders = names }
    }

    /// Closes the menus, which open again for what is typed next.
    mutating func closeMenus() {
        tags?.close()
        folders?.close()
    }
}

extension Form {
    /// Asks once for the names that complete the focused field.
    mutating func askForNames() -> [any PageRequest] {
        guard [.tags, .folder].contains(focus), asked.insert(focus).inserted else { return [] }
        return focus == .tags ? [TagsRequest()] : [FoldersRequest()]
    }

    /// Puts the tag or folder that is offered into the field; false if none is.
    mutating func takeOffer() -> Bool {
        guard offer != nil, var completion else { return false }
        let isTaken = edit { completion.take(into: &$0) }
        self.completion = completion
        return isTaken
    }
}

extension ScreenState {
    /// Offers the tags where some are typed.
    mutating func offerTags(_ names: [String]) {
        offerInFilter(tags: names)
        guard case .prompt(var prompt) = modes.last, case .addTags = prompt.purpose else { return }
        prompt.completion = Completion(.word, names)
        modes[modes.count - 1] = .prompt(prompt)
    }

    /// Offers the folders where one is typed.
    mutating func offerFolders(_ paths: [String]) {
        offerInFilter(folders: paths)
        guard case .prompt(var prompt) = modes.last, case .setFolder = prompt.purpose else {
            return
        }
        prompt.completion = Completion(.line, paths)
        modes[modes.count - 1] = .prompt(prompt)
    }
}
