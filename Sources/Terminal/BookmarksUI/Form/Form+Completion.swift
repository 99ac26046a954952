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

extension ScreenState {
    /// Asks once for the names that complete the focused field.
    func askForNames(_ form: inout Form) -> [Effect] {
        guard [.tags, .folder].contains(form.focus), form.asked.insert(form.focus).inserted
        else { return [] }
        return form.focus == .tags ? [.send(TagsRequest())] : [.send(FoldersRequest())]
    }

    /// Offers the tags where some are typed.
    mutating func offerTags(_ names: [String]) {
        offerInFilter(tags: names)
        form?.takeNames(Completion(.word, names), for: .tags)
        guard case .prompt(var prompt) = modes.last, case .addTags = prompt.purpose else { return }
        prompt.completion = Completion(.word, names)
        modes[modes.count - 1] = .prompt(prompt)
    }

    /// Offers the folders where one is typed.
    mutating func offerFolders(_ paths: [String]) {
        offerInFilter(folders: paths)
        if var form {
            var names = Completion(.line, paths, behind: form.original.folder)
            names.endsAtWords = true
            form.takeNames(names, for: .folder)
            self.form = form
        }
        guard case .prompt(var prompt) = modes.last, case .setFolder = prompt.purpose else {
            return
        }
        prompt.completion = Completion(.line, paths)
        modes[modes.count - 1] = .prompt(prompt)
    }
}
