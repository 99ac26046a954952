import Screen

/// The colors of a well-known palette, by their use in Cloudy.
struct Palette: Sendable {
    /// The palette's name in the setting `theme`.
    var name: String
    var background: Color
    var text: Color
    /// The color of less important text, and of the names of fields.
    var faint: Color
    var border: Color
    /// The color of the selected row, and of plain text on it if that needs another one to be
    /// readable.
    var bar: Color
    var barText: Color?
    /// The color of titles, keys, and of the element with the focus.
    var accent: Color
    var url: Color
    var tag: Color
    var device: Color
    var info: Color
    var warning: Color
    var error: Color
    var hit: Color

    /// Returns the style of a role. It is the style without colors, except that faint text has its
    /// own color.
    subscript(role: Role) -> Style {
        switch role {
        case .plain: Style(text, on: background)
        case .title, .hintKey, .focusedLabel, .marker: Style(accent, bold: true)
        case .heading: Style(faint, underline: true)
        case .url: Style(url)
        case .tag: Style(tag)
        case .device: Style(device, bold: true)
        case .faint, .label, .host, .suggestion: Style(faint)
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
    /// Makes a color from 0xRRGGBB.
    init(_ value: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16),
            green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }
}
