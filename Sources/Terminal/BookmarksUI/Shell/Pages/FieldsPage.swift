import Bookmarks
import Screen

/// A page with fields to type into. It draws itself, and takes keys and pastes that start no
/// action.
///
/// The form is the only such page, but layout, drawing and the menu of words do not depend on it.
protocol FieldsPage: Page {
    /// The number of rows that the fields need and messages must leave free.
    static var neededRows: Int { get }
    func draw(_ rows: Range<Int>, _ view: ShellView, _ pen: inout Pen)
    /// Draws the most important text in the first row.
    func drawTiny(_ view: ShellView, _ pen: inout Pen)
    /// The focused line, if it has a completion.
    var completedLine: CompletedLine? { get }
    /// Puts that line back, with another text or choice.
    mutating func put(_ line: CompletedLine)
    /// Whether the effect of a key depends on names that were requested and are not loaded yet: see
    /// ``WaitingInput``.
    func awaitsNames(for key: WaitingKey) -> Bool
    mutating func type(_ key: Key, _ view: ShellView) -> [PageCommand]
    mutating func paste(_ text: String, _ view: ShellView) -> [PageCommand]
}

extension ScreenState {
    /// Types a key into the page in front; returns `nil` if it has no fields.
    mutating func typeInFields(_ key: Key, _ list: BookmarkList) -> [Effect]? {
        changeFields(list) { $0.type(key, $1) }
    }

    /// Pastes a text into the page in front; returns `nil` if it has no fields.
    mutating func pasteInFields(_ text: String, _ list: BookmarkList) -> [Effect]? {
        changeFields(list) { $0.paste(text, $1) }
    }

    private mutating func changeFields(
        _ list: BookmarkList, _ change: (inout any FieldsPage, ShellView) -> [PageCommand]
    ) -> [Effect]? {
        guard var page = shell.modes.last?.page as? any FieldsPage else { return nil }
        let commands = change(&page, view(list))
        shell.modes[shell.modes.count - 1] = .page(page)
        return carryOut(commands, list)
    }
}
