import Bookmarks
import Screen

/// Something that a person can set: one row of the table that feeds the reading of the file, the
/// command, the manual and the documentation.
public struct Setting: Sendable, Hashable {
    /// The name before the equals sign: words joined by hyphens.
    public var name: String
    /// The default, as it would be written.
    public var defaultValue: String
    /// Its meaning, in a sentence or two.
    public var meaning: String
    /// The meaning of an empty value; empty where the value can't be.
    public var whenEmpty: String
    var kind: Kind

    /// The kind of value it takes.
    enum Kind: Sendable, Hashable {
        case onOff
        /// On, off, or as suits the size of the screen.
        case onOffAuto
        /// Which documents come to this device.
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

    /// A value as people read it: where it is empty, the words for that.
    public func shown(_ value: String) -> String { value.isEmpty ? whenEmpty : value }

    /// All values there can be; empty where they cannot be counted.
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

    /// The values allowed behind the equals sign, in a few words.
    public var allowed: String {
        switch kind {
        case .onOff, .background, .icons: choices.joined(separator: " or ")
        case .onOffAuto: "auto, on or off"
        case .documents: "all, small or ask"
        case .bytes(let least):
            least > 1
                ? "a size from \(byteCount(least)) on, such as 500 MiB or 2 GiB"
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

    /// Why a value cannot be, or `nil`. Whether keys are free is for the map of all keys to say.
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

    /// The values that were meant, if there are many to choose from: values that begin in the same
    /// way, else one with a few other letters.
    private func near(to value: String) -> String {
        guard kind == .theme else { return "" }
        let value = value.lowercased()
        let begun = value.utf8.count < 3 ? [] : choices.filter { $0.hasPrefix(value) }
        if !begun.isEmpty { return begun.joined(separator: " or ") }
        let near = choices.map { ($0, $0.editDistance(to: value)) }.min { $0.1 < $1.1 }
        return near.flatMap { $0.1 <= min(3, value.utf8.count / 2) ? $0.0 : nil } ?? ""
    }
}
