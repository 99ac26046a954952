extension Shell: KeyHints {
    func keyName(_ id: ActionID) -> String? {
        namesFormKeysOnly
            ? keys.name(of: id, in: .form) : keys.name(of: id, in: context) ?? keys.name(of: id)
    }
}
