extension ScreenState {
    /// A text that ends with what a key does about it: “There are no bookmarks; a adds one”. It
    /// ends before that where no key does it, since a person took it away.
    func text(
        _ text: String, _ separator: String, _ id: ActionID, _ does: String
    ) -> String {
        keyName(id).map { "\(text)\(separator)\($0) \(does)" } ?? text
    }

    /// The key of an action here, else where it has one; `nil` if nowhere.
    func keyName(_ id: ActionID) -> String? {
        namesFormKeysOnly
            ? keys.name(of: id, in: .form) : keys.name(of: id, in: context) ?? keys.name(of: id)
    }
}
