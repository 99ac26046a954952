import Screen

/// What a piece of the screen means; the one place that decides how meanings look.
///
/// Colour never carries a meaning alone: every role that matters also differs by words, a sign,
/// bold or reverse, so that the screen reads the same without colour.
enum Role {
    case plain, title, heading, url, tag, device, hintKey, faint, info, warning, error, marker
    case selected, label, focusedLabel, hit

    var style: Style {
        var style = Style.plain
        switch self {
        case .plain: break
        case .title: style.bold = true
        case .heading: style.underline = true
        case .url: style.foreground = .cyan
        case .tag: style.foreground = .green
        case .device:
            style.foreground = .magenta
            style.bold = true
        case .hintKey: style.bold = true
        case .faint: style.dim = true
        case .info: style.foreground = .green
        case .warning:
            style.foreground = .yellow
            style.bold = true
        case .error:
            style.foreground = .red
            style.bold = true
        case .marker, .focusedLabel: style.bold = true
        case .selected: style.reverse = true
        case .label: style.dim = true
        // On top of what the text is; the colors stay.
        case .hit:
            style.bold = true
            style.underline = true
        }
        return style
    }
}

extension MessageLevel {
    var role: Role {
        switch self {
        case .info: .info
        case .warning: .warning
        case .error: .error
        }
    }
}
