/// The panes next to the list, as the person wants them.
public struct Panes: Sendable, Hashable {
    /// Whether a pane shows.
    public enum Showing: String, Sendable, Hashable, CaseIterable {
        /// The pane shows if the screen is wide enough.
        case auto
        case on, off
    }

    public var sidebar: Showing
    public var preview: Showing
    /// The width of each pane with its border; `nil` for a suitable width.
    public var sidebarColumns: Int?
    public var previewColumns: Int?
    public var hasBorders: Bool

    public init(
        sidebar: Showing = .auto, preview: Showing = .auto, sidebarColumns: Int? = nil,
        previewColumns: Int? = nil, hasBorders: Bool = true
    ) {
        self.sidebar = sidebar
        self.preview = preview
        self.sidebarColumns = sidebarColumns
        self.previewColumns = previewColumns
        self.hasBorders = hasBorders
    }

    /// Only the list, at any size.
    public static let none = Panes(sidebar: .off, preview: .off)
}

extension Panes {
    /// The person's choices, in words such as `sidebar=off preview-columns=60`; empty for none.
    public var kept: String {
        var words: [String] = []
        if sidebar != .auto { words.append("sidebar=\(sidebar.rawValue)") }
        if preview != .auto { words.append("preview=\(preview.rawValue)") }
        if let sidebarColumns { words.append("sidebar-columns=\(sidebarColumns)") }
        if let previewColumns { words.append("preview-columns=\(previewColumns)") }
        return words.joined(separator: " ")
    }

    /// Reads ``kept``; unknown words are ignored. `nil` for an empty text.
    public init?(kept text: String) {
        guard !text.isEmpty else { return nil }
        self.init()
        for word in text.split(separator: " ") {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            switch parts[0] {
            case "sidebar": sidebar = Showing(rawValue: parts[1]) ?? .auto
            case "preview": preview = Showing(rawValue: parts[1]) ?? .auto
            case "sidebar-columns": sidebarColumns = Int(parts[1])
            case "preview-columns": previewColumns = Int(parts[1])
            default: break
            }
        }
    }
}

/// A pane that can get the focus.
public enum Pane: Sendable, Hashable {
    case sidebar, list, preview

    /// The context of keys pressed in the pane.
    var context: ActionContext {
        switch self {
        case .sidebar: .sidebar
        case .list: .list
        case .preview: .preview
        }
    }
}
