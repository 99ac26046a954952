extension Key {
    /// The name of the key in hints, help and settings: `j`, `Ctrl-R`, `Alt-b`, `Enter`, `F1`,
    /// `PgDn`.
    public var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(" "): "Ctrl-Space"
        case .control(let character): "Ctrl-" + character.uppercased()
        case .alt(" "): "Alt-Space"
        case .alt(let character): "Alt-" + String(character)
        case .function(let number): "F\(number)"
        default: Self.names.first { $0.key == self }?.name ?? "?"
        }
    }

    /// Finds the key with a name; `nil` if there is none. Words may be in any case, but single
    /// characters may not: `G` isn't `g`. `Ctrl-H` is Backspace, `Ctrl-I` Tab, `Ctrl-J` and
    /// `Ctrl-M` are Enter and `Ctrl-[` is Esc, because terminals send the same for them.
    public init?(name: String) {
        if name.count == 1, let character = name.first {
            self = .character(character)
            return
        }
        let lowered = name.lowercased()
        if let known = Self.names.first(where: { $0.name.lowercased() == lowered }) {
            self = known.key
        } else if lowered == "space" {
            self = .character(" ")
        } else if lowered.hasPrefix("ctrl-"), let rest = Self.character(lowered.dropFirst(5)) {
            self = Self.sameByte[rest] ?? .control(rest)
        } else if lowered.hasPrefix("alt-"), let rest = Self.character(name.dropFirst(4)) {
            self = .alt(rest)
        } else if lowered.first == "f", let number = Int(lowered.dropFirst()),
            (1...63).contains(number)
        {
            self = .function(number)
        } else {
            return nil
        }
    }

    /// The keys for which terminals send the same byte as for Ctrl with a letter.
    private static let sameByte: [Character: Key] = [
        "h": .backspace, "i": .tab, "j": .enter, "m": .enter, "[": .escape,
    ]

    private static let names: [(key: Key, name: String)] = [
        (.enter, "Enter"), (.escape, "Esc"), (.backspace, "Backspace"),
        (.altBackspace, "Alt-Backspace"), (.delete, "Del"),
        (.tab, "Tab"), (.backTab, "Shift-Tab"), (.up, "Up"), (.down, "Down"), (.left, "Left"),
        (.right, "Right"), (.home, "Home"), (.end, "End"), (.pageUp, "PgUp"), (.pageDown, "PgDn"),
        (.insert, "Ins"), (.unknown, "Unknown"),
    ]

    private static func character(_ rest: Substring) -> Character? {
        if rest.lowercased() == "space" { return " " }
        return rest.count == 1 ? rest.first : nil
    }
}
