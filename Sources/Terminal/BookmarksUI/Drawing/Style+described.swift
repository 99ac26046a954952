import Screen

extension Style {
    /// Reads a style in the notation of settings: a color or `default`, `on` and a background
    /// color, and any of `bold`, `dim`, `italic`, `underline` and `reverse`, in any order. `nil`
    /// for anything else.
    init?(described text: String) {
        self.init()
        var words = text.lowercased().split(separator: " ").map(String.init)[...]
        if words.isEmpty { return nil }
        var hasColor = false
        var hasBackground = false
        while let word = words.popFirst() {
            switch word {
            case "bold": bold = true
            case "dim": dim = true
            case "italic": italic = true
            case "underline": underline = true
            case "reverse": reverse = true
            case "on":
                guard !hasBackground, let name = words.popFirst() else { return nil }
                hasBackground = true
                if name == "default" { continue }
                guard let color = Color(name: name) else { return nil }
                background = color
            default:
                guard !hasColor else { return nil }
                hasColor = true
                if word == "default" { continue }
                guard let color = Color(name: word) else { return nil }
                foreground = color
            }
        }
    }

    /// The style in the notation of settings.
    var described: String {
        let words = [
            (bold, "bold"), (dim, "dim"), (italic, "italic"), (underline, "underline"),
            (reverse, "reverse"),
        ].filter(\.0).map(\.1)
        let colors = [foreground?.name, background.map { "on " + $0.name }].compactMap { $0 }
        return colors.isEmpty && words.isEmpty
            ? "default" : (colors + words).joined(separator: " ")
    }
}
