import Screen

/// The meaning of a part of the screen, which decides its style.
///
/// No meaning is shown by color alone: every important role also differs by words, a sign, bold or
/// reverse.
///
/// A theme can set the style of each role, by its name in settings.
enum Role: Int, Sendable, Hashable, CaseIterable {
    case plain, title, heading, url, tag, device, faint, info, warning, error, marker
    case selected, label, hit, unread, border, host, strong, emphasis, code
    case hintKey, focusedLabel, focusedBorder, suggestion

    /// Makes the role with a name in settings.
    init?(name: String) {
        guard let role = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = role
    }

    /// The name in settings.
    var name: String {
        switch self {
        case .hintKey: "key"
        case .focusedLabel: "focused-label"
        case .focusedBorder: "focused-border"
        default: String(describing: self)
        }
    }

    /// The style of the role, unless the person has set another.
    var standardStyle: Style {
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
        case .faint, .border, .host, .suggestion: style.dim = true
        case .focusedBorder: break
        case .info: style.foreground = .green
        case .warning:
            style.foreground = .yellow
            style.bold = true
        case .error:
            style.foreground = .red
            style.bold = true
        case .marker, .focusedLabel, .unread, .strong: style.bold = true
        case .emphasis: style.italic = true
        case .code: style.foreground = .green
        // A bar that is visible on dark and on white screens.
        case .selected: return Style(Color(0xFFFFFF), on: Color(0x444444))
        case .label: style.dim = true
        // Added to the text's own style.
        case .hit:
            style.foreground = .yellow
            style.bold = true
            style.underline = true
        }
        return style
    }
}

extension Role {
    /// The meaning of the role, for the table of settings.
    var meaning: String {
        switch self {
        case .plain: "Text that no other style covers."
        case .title: "The left part of the title line."
        case .heading: "Headings in the help, and of the columns in the list."
        case .url: "Addresses."
        case .host: "The hosts of URLs, beside the names."
        case .tag: "Tags."
        case .unread: "The names of unread bookmarks."
        case .strong: "Strong text of a page."
        case .emphasis: "Emphasized text of a page."
        case .code: "Code in a page."
        case .device: "The device that changed a bookmark."
        case .hintKey: "Keys, in the hint line and in the help."
        case .faint: "Less important text, such as the words of the hint line."
        case .info: "Informational messages."
        case .warning: "Warnings and questions."
        case .error: "Errors."
        case .marker: "The sign before the selected bookmark."
        case .selected: "The row of the selected bookmark."
        case .label: "The names of fields."
        case .focusedLabel: "The name of the active field or pane."
        case .border: "The borders of panes."
        case .focusedBorder: "The border of the active pane."
        case .suggestion: "The suggested rest of a word."
        case .hit: "Text that the filter found; dim and reverse do not count."
        }
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
