import Screen

extension Setting {
    /// Reads keys separated by commas; `none` means no keys. `nil` if one is unknown.
    static func keys(in value: String) -> [Key]? {
        if value == "none" { return [] }
        var keys: [Key] = []
        for name in value.split(separator: ",", omittingEmptySubsequences: false) {
            guard let key = Key(settingName: String(name).trimmed), key != .unknown else {
                return nil
            }
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }
}

extension KeyMap {
    /// Returns keys in the notation of settings.
    static func text(of keys: [Key]) -> String {
        keys.isEmpty ? "none" : keys.map(\.settingName).joined(separator: ", ")
    }
}

extension Key {
    /// Makes the key with a name; some keys have several names.
    init?(settingName name: String) {
        let others = [
            "comma": ",", "delete": "Del", "escape": "Esc", "return": "Enter", "pageup": "PgUp",
            "pagedown": "PgDn", "insert": "Ins", "backtab": "Shift-Tab",
        ]
        self.init(name: others[name.lowercased()] ?? name)
    }

    /// The name of the key in settings, where a comma separates keys.
    var settingName: String { self == .character(",") ? "Comma" : name }
}
