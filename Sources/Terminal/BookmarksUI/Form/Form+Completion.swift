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

    /// Puts what is offered into the field; false if none is.
    mutating func takeOffer() -> Bool {
        guard offer != nil, var completion else { return false }
        let isTaken = edit { completion.take(into: &$0) }
        self.completion = completion
        return isTaken
    }

    /// Offers the tag or folder that is so many further on.
    mutating func moveOffer(by step: Int) {
        let editor = editor(of: focus)
        completion?.move(by: step, for: editor)
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
        form?.tags = Completion(.word, names)
        guard case .prompt(var prompt) = modes.last, case .addTags = prompt.purpose else { return }
        prompt.completion = Completion(.word, names)
        modes[modes.count - 1] = .prompt(prompt)
    }

    /// Offers the folders where one is typed.
    mutating func offerFolders(_ paths: [String]) {
        offerInFilter(folders: paths)
        if var form {
            form.folders = Completion(.line, paths, behind: form.original.folder)
            form.folders?.endsAtWords = true
            self.form = form
        }
        guard case .prompt(var prompt) = modes.last, case .setFolder = prompt.purpose else {
            return
        }
        prompt.completion = Completion(.line, paths)
        modes[modes.count - 1] = .prompt(prompt)
    }
}
