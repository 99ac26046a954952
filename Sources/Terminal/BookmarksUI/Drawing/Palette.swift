import Screen

/// The colors of a well-known palette, by their use in Cloudy.
struct Palette: Sendable {
    /// As the setting `theme` has it.
    var name: String
    var background: Color
    var text: Color
    /// Less important text, and the names of fields.
    var faint: Color
    var border: Color
    /// The selected row, and plain text on it where that must be another color to be read.
    var bar: Color
    var barText: Color?
    /// Titles, keys, and whatever has the focus.
    var accent: Color
    var url: Color
    var tag: Color
    var device: Color
    var info: Color
    var warning: Color
    var error: Color
    var hit: Color

    /// How a role looks in it: as it does without colors, but faint text has a color of its own
    /// instead.
    subscript(role: Role) -> Style {
        switch role {
        case .plain: Style(text, on: background)
        case .title, .hintKey, .focusedLabel, .marker: Style(accent, bold: true)
        case .heading: Style(faint, underline: true)
        case .url: Style(url)
        case .tag: Style(tag)
        case .device: Style(device, bold: true)
        case .faint, .label, .host: Style(faint)
        case .border: Style(border)
        case .focusedBorder: Style(accent)
        case .info: Style(info)
        case .warning: Style(warning, bold: true)
        case .error: Style(error, bold: true)
        case .selected: Style(barText, on: bar)
        case .unread, .strong: .bold
        case .emphasis: Style(italic: true)
        case .code: Style(tag)
        case .hit: Style(hit, bold: true, underline: true)
        }
    }
}

extension Color {
    /// A color as tables of palettes write it: 0xRRGGBB.
    init(_ value: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16),
            green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }
}
