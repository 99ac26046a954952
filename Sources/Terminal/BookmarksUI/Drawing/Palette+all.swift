import Screen

extension Palette {
    /// All built-in palettes. The colors are the published ones of each project.
    static let all = catppuccin + gruvbox + [nord] + solarized + dracula + tokyoNight

    // Catppuccin: https://github.com/catppuccin/palette (palette.json). Tags of the light form are
    // as blue as addresses, since its greens are unreadable on the bar.
    private static let catppuccin = [
        Palette(
            name: "catppuccin-latte", background: Color(0xEFF1F5), text: Color(0x4C4F69),
            faint: Color(0x6C6F85), border: Color(0xACB0BE), bar: Color(0xCCD0DA),
            accent: Color(0x8839EF), url: Color(0x1E66F5), tag: Color(0x1E66F5),
            device: Color(0xE64553), info: Color(0x179299), warning: Color(0xE64553),
            error: Color(0xD20F39), hit: Color(0x8839EF)),
        Palette(
            name: "catppuccin-frappe", background: Color(0x303446), text: Color(0xC6D0F5),
            faint: Color(0x949CBB), border: Color(0x626880), bar: Color(0x51576D),
            accent: Color(0xCA9EE6), url: Color(0x8CAAEE), tag: Color(0xA6D189),
            device: Color(0xF4B8E4), info: Color(0xA6D189), warning: Color(0xE5C890),
            error: Color(0xE78284), hit: Color(0xEF9F76)),
        Palette(
            name: "catppuccin-macchiato", background: Color(0x24273A), text: Color(0xCAD3F5),
            faint: Color(0x939AB7), border: Color(0x5B6078), bar: Color(0x494D64),
            accent: Color(0xC6A0F6), url: Color(0x8AADF4), tag: Color(0xA6DA95),
            device: Color(0xF5BDE6), info: Color(0xA6DA95), warning: Color(0xEED49F),
            error: Color(0xED8796), hit: Color(0xF5A97F)),
        Palette(
            name: "catppuccin-mocha", background: Color(0x1E1E2E), text: Color(0xCDD6F4),
            faint: Color(0x9399B2), border: Color(0x585B70), bar: Color(0x45475A),
            accent: Color(0xCBA6F7), url: Color(0x89B4FA), tag: Color(0xA6E3A1),
            device: Color(0xF5C2E7), info: Color(0xA6E3A1), warning: Color(0xF9E2AF),
            error: Color(0xF38BA8), hit: Color(0xFAB387)),
    ]

    // Gruvbox: https://github.com/morhetz/gruvbox (colors/gruvbox.vim).
    private static let gruvbox = [
        Palette(
            name: "gruvbox-dark", background: Color(0x282828), text: Color(0xEBDBB2),
            faint: Color(0xA89984), border: Color(0x665C54), bar: Color(0x504945),
            accent: Color(0xFABD2F), url: Color(0x83A598), tag: Color(0x8EC07C),
            device: Color(0xD3869B), info: Color(0xB8BB26), warning: Color(0xFABD2F),
            error: Color(0xFB4934), hit: Color(0xFE8019)),
        Palette(
            name: "gruvbox-light", background: Color(0xFBF1C7), text: Color(0x3C3836),
            faint: Color(0x7C6F64), border: Color(0xBDAE93), bar: Color(0xEBDBB2),
            accent: Color(0xAF3A03), url: Color(0x076678), tag: Color(0x427B58),
            device: Color(0x8F3F71), info: Color(0x79740E), warning: Color(0xB57614),
            error: Color(0x9D0006), hit: Color(0xAF3A03)),
    ]

    // Nord: https://www.nordtheme.com/docs/colors-and-palettes (src/nord.scss).
    private static let nord = Palette(
        name: "nord", background: Color(0x2E3440), text: Color(0xD8DEE9), faint: Color(0x81A1C1),
        border: Color(0x4C566A), bar: Color(0x434C5E), accent: Color(0x88C0D0),
        url: Color(0x8FBCBB), tag: Color(0xA3BE8C), device: Color(0xB48EAD), info: Color(0xA3BE8C),
        warning: Color(0xEBCB8B), error: Color(0xBF616A), hit: Color(0xEBCB8B))

    // Solarized: https://ethanschoonover.com/solarized/. Plain text of the light form is the
    // emphasized one, since the other has a contrast of 4.1.
    private static let solarized = [
        Palette(
            name: "solarized-dark", background: Color(0x002B36), text: Color(0x839496),
            faint: Color(0x657B83), border: Color(0x586E75), bar: Color(0x073642),
            barText: Color(0x93A1A1), accent: Color(0xB58900), url: Color(0x268BD2),
            tag: Color(0x2AA198), device: Color(0xD33682), info: Color(0x859900),
            warning: Color(0xB58900), error: Color(0xDC322F), hit: Color(0xCB4B16)),
        Palette(
            name: "solarized-light", background: Color(0xFDF6E3), text: Color(0x586E75),
            faint: Color(0x657B83), border: Color(0x93A1A1), bar: Color(0xEEE8D5),
            barText: Color(0x073642), accent: Color(0xCB4B16), url: Color(0x268BD2),
            tag: Color(0x6C71C4), device: Color(0xD33682), info: Color(0x268BD2),
            warning: Color(0xCB4B16), error: Color(0xDC322F), hit: Color(0xD33682)),
    ]

    // Dracula, and its light form: https://spec.draculatheme.com.
    private static let dracula = [
        Palette(
            name: "dracula", background: Color(0x282A36), text: Color(0xF8F8F2),
            faint: Color(0x6272A4), border: Color(0x6272A4), bar: Color(0x44475A),
            accent: Color(0xBD93F9), url: Color(0x8BE9FD), tag: Color(0x50FA7B),
            device: Color(0xFF79C6), info: Color(0x50FA7B), warning: Color(0xF1FA8C),
            error: Color(0xFF5555), hit: Color(0xFFB86C)),
        Palette(
            name: "dracula-alucard", background: Color(0xFFFBEB), text: Color(0x1F1F1F),
            faint: Color(0x6C664B), border: Color(0xCFCFDE), bar: Color(0xCFCFDE),
            accent: Color(0x644AC9), url: Color(0x036A96), tag: Color(0x14710A),
            device: Color(0xA3144D), info: Color(0x14710A), warning: Color(0x846E15),
            error: Color(0xCB3A2A), hit: Color(0xA34D14)),
    ]

    // Tokyo Night: https://github.com/folke/tokyonight.nvim (lua/tokyonight/colors, and extras for
    // the light form, which is computed there).
    private static let tokyoNight = [
        Palette(
            name: "tokyo-night", background: Color(0x1A1B26), text: Color(0xC0CAF5),
            faint: Color(0x737AA2), border: Color(0x3B4261), bar: Color(0x283457),
            accent: Color(0x7AA2F7), url: Color(0x7DCFFF), tag: Color(0x9ECE6A),
            device: Color(0xBB9AF7), info: Color(0x9ECE6A), warning: Color(0xE0AF68),
            error: Color(0xF7768E), hit: Color(0xFF9E64)),
        Palette(
            name: "tokyo-night-day", background: Color(0xE1E2E7), text: Color(0x3760BF),
            faint: Color(0x68709A), border: Color(0xA8AECB), bar: Color(0xC4C8DA),
            barText: Color(0x2E5857), accent: Color(0x7847BD), url: Color(0x007197),
            tag: Color(0x587539), device: Color(0x9854F1), info: Color(0x587539),
            warning: Color(0x8C6C3E), error: Color(0xC64343), hit: Color(0xB15C00)),
    ]
}
