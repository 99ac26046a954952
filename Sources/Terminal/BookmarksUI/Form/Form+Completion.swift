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

    /// The suggested tag or folder after the typed text, if any.
    var offer: Completion.Offer? { completedLine?.offer }

    /// Receives the loaded names. Text that the field already had when it got the cursor is not
    /// completed.
    mutating func receive(_ names: Completion, for field: FormField) {
        var names = names
        if field != focus || !isTypedHere { names.close() }
        if field == .tags { tags = names } else { folders = names }
    }

    /// Closes the menus, which open again at the next typed character.
    mutating func closeMenus() {
        tags?.close()
        folders?.close()
    }

    /// Asks once for the names that complete the focused field.
    mutating func askForNames() -> [any PageOperation] {
        guard [.tags, .folder].contains(focus), asked.insert(focus).inserted else { return [] }
        return focus == .tags ? [TagsRequest()] : [FoldersRequest()]
    }

    var completedLine: CompletedLine? {
        guard takesText, let completion else { return nil }
        return CompletedLine(editor: editor(of: focus), completion: completion)
    }

    mutating func put(_ line: CompletedLine) {
        edit { $0 = line.editor }
        completion = line.completion
    }

    /// Accepts the suggested tag or folder; returns `false` if there is none.
    mutating func acceptOffer() -> Bool {
        guard var line = completedLine, line.accept() else { return false }
        put(line)
        return true
    }

    func awaitsNames(for key: WaitingKey) -> Bool {
        guard takesText, completion == nil, asked.contains(focus) else { return false }
        if key.action == .openCompletion { return true }
        guard isTypedHere, key.completes else { return false }
        let names =
            focus == .tags ? Completion(.word, []) : Completion(.line, [], behind: original.folder)
        return names.isBegun(in: editor(of: focus))
    }
}
