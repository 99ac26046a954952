/// A view of the keys that can say what to press for an action.
protocol KeyHints {
    /// The key of an action here, else where it has one; `nil` if nowhere.
    func keyName(_ id: ActionID) -> String?
}

extension KeyHints {
    /// A key and its purpose: “u to undo”. It is `nil` if the action has no key, since the settings
    /// can take it away.
    ///
    /// - Parameter verb: an infinitive such as “undo” or “see all keys”.
    func hint(_ id: ActionID, to verb: String) -> String? {
        keyName(id).map { "\($0) to \(verb)" }
    }

    /// A text that ends with a hint: “There are no bookmarks; a to add one”. It is the text alone
    /// if the action has no key.
    func text(
        _ text: String, _ id: ActionID, to verb: String, after separator: String = "; "
    ) -> String {
        hint(id, to: verb).map { text + separator + $0 } ?? text
    }
}
