public import Bookmarks
import Screen

/// The settings of this device. Every setting has a value, even if its line in the file is invalid,
/// so that the program starts without a correction.
public struct Settings: Sendable, Hashable {
    /// The valid values of the file, by name.
    public private(set) var values: [String: String] = [:]
    /// The theme of the screen.
    public private(set) var theme = Theme.standard
    /// The keys of all actions.
    public var keys: KeyMap { ownKeys ?? .standard }
    /// The keys if the file changes some. The standard ones are made on first use: that takes
    /// longer than reading the settings, and few commands need keys.
    private var ownKeys: KeyMap?

    /// Makes the default settings.
    public init() {}

    /// Takes the valid settings of a file; `problems` lists the others in the order of lines. Of
    /// several lines with one name, the last valid one applies.
    public init(_ document: SettingsDocument, problems: inout [SettingsProblem]) {
        var found = document.problems
        var lines: [String: [SettingsDocument.Entry]] = [:]
        for entry in document.entries {
            guard let setting = Setting.named(entry.name) else {
                found.append(
                    SettingsProblem(line: entry.line, Self.unknown(entry.name)))
                continue
            }
            if let problem = setting.problem(with: entry.value) {
                found.append(Self.leftOut(entry.line, problem, lines[entry.name]))
                continue
            }
            lines[entry.name, default: []].append(entry)
        }
        // A refused line may free a key that another one needs, so all are checked again.
        var isSettled = false
        while !isSettled {
            values = lines.compactMapValues { $0.last?.value }
            isSettled = true
            for refusal in setKeys() {
                let entry = lines[refusal.name]?.popLast()
                let rest = lines[refusal.name]
                found.append(Self.leftOut(entry?.line, refusal.text, rest))
                values[refusal.name] = nil
                if rest?.isEmpty == false { isSettled = false }
            }
        }
        for entries in lines.values {
            for (earlier, entry) in zip(entries, entries.dropFirst()) {
                let last = entries.last?.line ?? entry.line
                let counting = last == entry.line ? "this line" : "line \(last)"
                let text =
                    "\(entry.name) is set on line \(earlier.line) too; \(counting) counts"
                found.append(SettingsProblem(line: entry.line, text))
            }
        }
        setTheme()
        problems += found.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    }

    /// Returns the message about an invalid line, and about the earlier one that applies instead.
    private static func leftOut(
        _ line: Int?, _ text: String, _ earlier: [SettingsDocument.Entry]?
    ) -> SettingsProblem {
        let counts = earlier?.last.map { "; line \($0.line) counts" } ?? ""
        return SettingsProblem(line: line, text + counts)
    }

    /// Returns the value of a setting, else its default; empty for an unknown name.
    public subscript(name: String) -> String {
        if let value = values[name] { return value }
        // Without a line in the file, a color is the theme's.
        if name.hasPrefix(Setting.stylePrefix),
            let role = Role(name: String(name.dropFirst(Setting.stylePrefix.count)))
        {
            return theme[role].described
        }
        return Setting.named(name)?.defaultValue ?? ""
    }

    /// The panes next to the list.
    public var panes: Panes {
        Panes(
            sidebar: Panes.Showing(rawValue: self["sidebar"]) ?? .auto,
            preview: Panes.Showing(rawValue: self["preview"]) ?? .auto,
            hasBorders: self["borders"] == "on")
    }

    /// The icons before names; `nil` for none.
    public var icons: Icons? { self["icons"] == "nerd" ? Icons() : nil }

    /// The columns of the list.
    public var columns: [ListColumn] {
        ListColumn.columns(in: self["columns"]) ?? ListColumn.standard
    }

    /// Whether the best matches come first, whatever the order of the list is.
    public var ranksAnswers: Bool { self["best-first"] == "on" }

    /// Whether plain words of a filter also search the text of documents.
    public var findsInText: Bool { self["find-in-text"] == "on" }

    /// Whether the list uses the mouse.
    public var usesMouse: Bool { self["mouse"] == "on" }

    /// Whether to fetch the title of a page when a bookmark is added without a name.
    public var fetchesTitles: Bool { self["fetch-titles"] == "on" }

    /// Whether to save the page of each added bookmark.
    public var savesPages: Bool { self["save-pages"] == "on" }

    /// Whether to make a backup each day.
    public var makesBackups: Bool { self["backups"] == "on" }

    /// The command that opens URLs, as words; `nil` leaves it to the environment.
    public var browser: String? { program("browser") }

    /// The command that shows long output; `nil` leaves it to the environment.
    public var pager: String? { program("pager") }

    /// The command that fetches pages for saving; `nil` leaves it to curl.
    public var saveCommand: String? { program("save-command") }

    private func program(_ name: String) -> String? {
        let value = self[name]
        return value.isEmpty ? nil : value
    }

    private mutating func setTheme() {
        theme = Theme(named: self["theme"]) ?? .standard
        if self["background"] == "terminal" { theme = theme.onOwnBackground() }
        for role in Role.allCases {
            guard let value = values[Setting.stylePrefix + role.name],
                let style = Style(described: value)
            else { continue }
            theme[role] = style
        }
    }

    /// Sets the keys of actions, and returns the names of settings that were refused, with reasons.
    private mutating func setKeys() -> [(name: String, text: String)] {
        var changes: [ActionID: [Key]] = [:]
        for (name, value) in values where name.hasPrefix(Setting.keyPrefix) {
            guard let id = ActionID(rawValue: String(name.dropFirst(Setting.keyPrefix.count))),
                let found = Setting.keys(in: value)
            else { continue }
            changes[id] = found
        }
        ownKeys = nil
        if changes.isEmpty { return [] }
        var refusals: [KeyMap.Refusal] = []
        let changed = KeyMap(changes, refusals: &refusals)
        if changed != .standard { ownKeys = changed }
        return refusals.map { (Setting.keyPrefix + $0.action.rawValue, $0.text) }
    }

    /// The current names of settings that were renamed.
    private static let formerNames = ["key.purge": "key.delete-forever"]

    /// Returns the message about an unknown name.
    public static func unknown(_ name: String) -> String {
        let shown = "There is no setting “\(name.prefix(60))”"
        if let now = formerNames[name] { return "\(shown); its name is now \(now)" }
        let near = Setting.all.map { ($0.name, $0.name.editDistance(to: name)) }
            .min { $0.1 < $1.1 }
        guard let near, near.1 <= min(3, name.utf8.count / 2) else {
            return shown + ". To see all: cloudy settings"
        }
        return shown + "; did you mean \(near.0)?"
    }
}
