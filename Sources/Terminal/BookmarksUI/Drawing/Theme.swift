import Screen

/// How every role looks. The roles themselves differ without color too; see ``Role``.
public struct Theme: Sendable, Hashable {
    /// The styles that differ from the default.
    private var styles: [Role: Style] = [:]

    /// The theme of everybody who chose none.
    public static let standard = Theme()

    /// The names of the themes that are built in.
    public static let names = ["default", "terminal", "light", "high-contrast", "none"]

    /// The built-in theme of a name.
    public init?(named name: String) {
        let look: (Role, Style) -> Style
        switch name {
        case "default": look = { _, style in style }
        case "terminal": look = { _, style in style.colored(nil) }
        case "light": look = { _, style in style.colored(style.foreground.map(Self.onLight)) }
        case "high-contrast": look = Self.highContrast
        case "none": look = { role, _ in role == .selected ? .reverse : .plain }
        default: return nil
        }
        for role in Role.allCases { self[role] = look(role, role.standardStyle) }
    }

    private init() {}

    subscript(role: Role) -> Style {
        get { styles[role] ?? role.standardStyle }
        set { styles[role] = newValue == role.standardStyle ? nil : newValue }
    }

    /// A color that can be read on white in the place of one that cannot.
    private static func onLight(_ color: Color) -> Color {
        switch color {
        case .cyan: Color(number: 25)
        case .green: Color(number: 22)
        case .yellow: Color(number: 94)
        case .magenta: Color(number: 90)
        case .red: Color(number: 124)
        default: color
        }
    }

    /// Nothing faint, nothing colored: what stood out by a color stands out by bold or a line.
    private static func highContrast(_ role: Role, _ style: Style) -> Style {
        var new = style.colored(nil)
        new.dim = false
        switch role {
        case .url: new.underline = true
        case .tag, .info, .selected: new.bold = true
        case .error: new.reverse = true
        default: break
        }
        return new
    }
}

extension Style {
    /// Reads a style as settings have it: a color or `default`, and any of `bold`, `dim`,
    /// `underline` and `reverse`, in any order; `nil` for everything else.
    init?(described text: String) {
        self.init()
        var hasColor = false
        let words = text.lowercased().split(separator: " ")
        if words.isEmpty { return nil }
        for word in words {
            switch word {
            case "bold": bold = true
            case "dim": dim = true
            case "underline": underline = true
            case "reverse": reverse = true
            default:
                guard !hasColor else { return nil }
                hasColor = true
                if word == "default" { continue }
                guard let color = Color(name: String(word)) else { return nil }
                foreground = color
            }
        }
    }

    /// As settings have it.
    var described: String {
        let words = [(bold, "bold"), (dim, "dim"), (underline, "underline"), (reverse, "reverse")]
            .filter(\.0).map(\.1)
        let color = foreground?.name ?? (words.isEmpty ? "default" : nil)
        return ([color].compactMap { $0 } + words).joined(separator: " ")
    }
}
