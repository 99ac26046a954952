import Bookmarks
import Screen

/// A setting: one row of the table for reading the file, the command, the manual and the
/// documentation.
public struct Setting: Sendable, Hashable {
    /// The name before the equals sign: words joined by hyphens.
    public var name: String
    /// The default in the file's notation.
    public var defaultValue: String
    /// The setting's meaning, in a sentence or two.
    public var meaning: String
    /// The meaning of an empty value; empty if the value can't be empty.
    public var whenEmpty: String
    var kind: Kind

    /// The kind of value.
    enum Kind: Sendable, Hashable {
        case onOff
        /// On, off, or depending on the size of the screen.
        case onOffAuto
        /// The documents that this device fetches.
        case documents
        /// A number of bytes.
        case bytes(least: Int)
        case columns
        case program
        case theme
        case background
        case icons
        case style
        case keys
    }

    init(
        _ name: String, _ kind: Kind, default value: String, _ meaning: String,
        whenEmpty: String = ""
    ) {
        self.name = name
        self.kind = kind
        self.meaning = meaning + (whenEmpty.isEmpty ? "" : " Default: \(whenEmpty).")
        self.whenEmpty = whenEmpty
        defaultValue = value
    }

    /// Returns a value for people; for an empty one, its meaning.
    public func shown(_ value: String) -> String { value.isEmpty ? whenEmpty : value }

    /// All possible values; empty if they cannot be listed.
    public var choices: [String] {
        switch kind {
        case .onOff: ["on", "off"]
        case .onOffAuto: Panes.Showing.allCases.map(\.rawValue)
        case .theme: Theme.names
        case .background: ["theme", "terminal"]
        case .icons: ["off", "nerd"]
        case .documents: DocumentPolicy.Mode.allCases.map(\.rawValue)
        case .columns, .program, .style, .keys, .bytes: []
        }
    }

    /// The allowed values, in a few words.
    public var allowed: String {
        switch kind {
        case .onOff, .background, .icons: choices.joined(separator: " or ")
        case .onOffAuto: "auto, on or off"
        case .documents: "all, small or ask"
        case .bytes(let least):
            least > 1
                ? "a size of at least \(byteCount(least)), such as 500 MiB or 2 GiB"
                : "a size such as 500 KiB, 1.5 MiB or 2 GiB"
        case .columns:
            "name and any of host, url, tags, age and date, in any order, each with a width if "
                + "you like, such as name:40"
        case .program: "a program with its arguments, or empty"
        case .theme: choices.joined(separator: ", ")
        case .style:
            "a color (default, red, bright-red, 0 to 255, #rrggbb), on and a color behind it, and "
                + "any of bold, dim, italic, underline, reverse"
        case .keys: "keys separated by commas, such as x, Del, Ctrl-R, F2; or none"
        }
    }

    /// Returns the reason why a value is invalid, or `nil`. The key map checks whether keys are
    /// free.
    public func problem(with value: String) -> String? {
        if value.contains(where: \.isNewline) { return "The value of \(name) must be one line" }
        let isAllowed =
            switch kind {
            case .onOff, .onOffAuto, .theme, .background, .icons, .documents:
                choices.contains(value)
            case .bytes(let least): bytes(inCount: value).map { $0 >= least } ?? false
            case .columns: ListColumn.columns(in: value) != nil
            case .program: true
            case .style: Style(described: value) != nil
            case .keys: Self.keys(in: value) != nil
            }
        if isAllowed { return nil }
        let near = near(to: value)
        let offer = near.isEmpty ? "use \(allowed)" : "did you mean \(near)?"
        return "\(name) cannot be “\(value.prefix(60))”; \(offer)"
    }

    /// Returns the values that were probably meant: those with the same beginning, else the one
    /// with the most similar spelling.
    private func near(to value: String) -> String {
        guard kind == .theme else { return "" }
        let value = value.lowercased()
        let begun = value.utf8.count < 3 ? [] : choices.filter { $0.hasPrefix(value) }
        if !begun.isEmpty { return begun.joined(separator: " or ") }
        let near = choices.map { ($0, $0.editDistance(to: value)) }.min { $0.1 < $1.1 }
        return near.flatMap { $0.1 <= min(3, value.utf8.count / 2) ? $0.0 : nil } ?? ""
    }
}
