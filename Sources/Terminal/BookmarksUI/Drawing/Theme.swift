import Screen

/// The styles of all roles. Roles also differ without color: see ``Role``.
public struct Theme: Sendable, Hashable {
    /// The style of each role, in the order of the roles.
    private var styles = Role.allCases.map(\.standardStyle)

    /// The default theme.
    public static let standard = Theme()

    /// The names of the built-in themes.
    public static let names =
        ["default", "terminal", "light", "high-contrast", "none"] + Palette.all.map(\.name)

    /// Makes the built-in theme with a name.
    public init?(named name: String) {
        let look: (Role, Style) -> Style
        switch name {
        case "default": look = { _, style in style }
        case "terminal": look = Self.withoutColors
        case "light": look = Self.onLight
        case "high-contrast": look = Self.highContrast
        case "none": look = Self.plainText
        default:
            guard let palette = Palette.all.first(where: { $0.name == name }) else { return nil }
            look = { role, _ in palette[role] }
        }
        for role in Role.allCases { self[role] = look(role, role.standardStyle) }
    }

    private init() {}

    subscript(role: Role) -> Style {
        get { styles[role.rawValue] }
        set { styles[role.rawValue] = newValue }
    }

    /// Without a bar, the selected row is reversed.
    private static func withoutColors(_ role: Role, _ style: Style) -> Style {
        role == .selected ? .reverse : style.colored(nil)
    }

    private static func onLight(_ role: Role, _ style: Style) -> Style {
        role == .selected
            ? Style(Color(0x000000), on: Color(0xD0D0D0))
            : style.colored(style.foreground.map(onLight))
    }

    /// Returns a color that is readable on white in place of one that is not.
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

    /// Only what would be misread otherwise looks different: a suggestion is not typed yet.
    private static func plainText(_ role: Role, _ style: Style) -> Style {
        switch role {
        case .selected: .reverse
        case .suggestion: Style(underline: true)
        default: .plain
        }
    }

    /// High contrast: nothing is faint or colored; bold or underlined text replaces colors.
    private static func highContrast(_ role: Role, _ style: Style) -> Style {
        var new = withoutColors(role, style)
        new.dim = false
        switch role {
        case .url, .suggestion: new.underline = true
        case .tag, .info, .selected: new.bold = true
        case .error: new.reverse = true
        default: break
        }
        return new
    }
}

extension Shell {
    /// The person's theme, or the one that the page in front previews.
    var shownTheme: Theme {
        modes.last?.page?.previewedTheme?.fitted(toColors: colors) ?? theme
    }
}

extension Theme {
    /// Returns the style of text in the selected row.
    ///
    /// If the row has its own background, each part keeps its color if it is readable there.
    /// Otherwise, the row has one color, and only bold text and hits stand out.
    func selected(_ style: Style) -> Style {
        let look = self[.selected]
        guard let background = look.background else {
            var new = look
            new.bold = look.bold || style.bold
            new.underline = look.underline || style.underline
            return new
        }
        var new = style
        new.background = background
        new.dim = false
        new.bold = style.bold || look.bold
        new.italic = style.italic || look.italic
        new.underline = style.underline || look.underline
        new.reverse = look.reverse
        let own = style.foreground == self[.plain].foreground ? nil : style.foreground
        if own.map({ $0.contrast(with: background) < Self.least }) ?? true {
            new.foreground = look.foreground ?? self[.plain].foreground
        }
        return new
    }

    /// The contrast that a part of the selected row needs to keep its color.
    private static let least = 3.0

    /// Returns the theme on the terminal's own background.
    func onOwnBackground() -> Theme {
        var theme = self
        theme[.plain].background = nil
        return theme
    }

    /// Returns the theme for a terminal with `count` colors.
    ///
    /// With fewer than 256, a bar or faint text could get the color of its background, so they look
    /// as on a terminal without colors.
    public func fitted(toColors count: Int) -> Theme {
        var theme = self
        if count >= 256 {
            for role in Role.allCases {
                theme[role].foreground = self[role].foreground?.reduced(to: count)
                theme[role].background = self[role].background?.reduced(to: count)
            }
            return theme
        }
        let ground = self[.plain].background
        let isLight = ground.map { $0.contrast(with: .black) > $0.contrast(with: .white) } ?? false
        for role in Role.allCases {
            theme[role] = self[role].fitted(toColors: count, role, isOnLight: isLight)
        }
        // A background of the palette is the person's choice, like the text on it.
        guard count > 0, let ground, ground.number == nil else { return theme }
        theme[.plain].foreground = isLight ? .black : .white
        theme[.plain].background = isLight ? .white : .black
        return theme
    }
}

extension Style {
    /// Returns the style of a role with fewer than 256 colors. Colors of the palette stay, because
    /// the person chose them.
    fileprivate func fitted(toColors count: Int, _ role: Role, isOnLight: Bool) -> Style {
        var new = self
        let isExact = { (color: Color?) in color.map { $0.number == nil } ?? false }
        if count == 0 || isExact(background) {
            new.background = nil
            // The row must stay visible without its bar.
            if role == .selected, background != nil {
                new.foreground = nil
                new.reverse = true
            }
        }
        if count == 0 || role.standardStyle.dim && isExact(foreground) {
            new.dim = dim || role.standardStyle.dim && foreground != nil
            new.foreground = nil
        } else if isExact(foreground) {
            // The bright colors are for dark backgrounds.
            let near = foreground?.reduced(to: isOnLight ? 8 : count)
            // Grays could equal the background, and yellow is unreadable on white.
            let unreadable: [Color] = [.black, .white] + (isOnLight ? [.yellow] : [])
            new.foreground = near.flatMap { unreadable.contains($0.reduced(to: 8)) ? nil : $0 }
        }
        return new
    }
}
