/// A view of the keys that can name the key for an action.
protocol KeyHints {
    /// Returns the key of an action in the current context, else in another one; `nil` if it has
    /// none.
    func keyName(_ id: ActionID) -> String?
}

extension KeyHints {
    /// Returns a key and its purpose: “u to undo”. `nil` if the settings leave the action without a
    /// key.
    ///
    /// - Parameter verb: an infinitive such as “undo” or “see all keys”.
    func hint(_ id: ActionID, to verb: String) -> String? {
        keyName(id).map { "\($0) to \(verb)" }
    }

    /// Returns a text that ends with a hint: “There are no bookmarks; a to add one”. Without a key,
    /// only the text.
    func text(
        _ text: String, _ id: ActionID, to verb: String, after separator: String = "; "
    ) -> String {
        hint(id, to: verb).map { text + separator + $0 } ?? text
    }
}
