import Bookmarks
import Screen

/// A page of fields that are typed into. It draws itself, and takes the keys and the pasted texts
/// that start no action.
///
/// The form is the only one, but the layout, the drawing and the menu of words do not know it.
protocol FieldsPage: Page {
    /// How many rows its fields need: messages leave these free.
    static var neededRows: Int { get }
    func draw(_ rows: Range<Int>, _ view: ShellView, _ pen: inout Pen)
    /// Draws the most important text into the first row.
    func drawTiny(_ view: ShellView, _ pen: inout Pen)
    /// The line that is typed into, if words complete it.
    var completedLine: CompletedLine? { get }
    /// Takes that line back, with another text or another choice.
    mutating func put(_ line: CompletedLine)
    /// Whether the effect of a key depends on names that were asked for and are not there yet; see
    /// ``WaitingInput``.
    func lacksNames(for key: WaitingKey) -> Bool
    mutating func type(_ key: Key, _ view: ShellView) -> [PageCommand]
    mutating func paste(_ text: String, _ view: ShellView) -> [PageCommand]
}

extension ScreenState {
    /// Types a key into the page in front; `nil` if that has no fields.
    mutating func typeInFields(_ key: Key, _ list: BookmarkList) -> [Effect]? {
        changeFields(list) { $0.type(key, $1) }
    }

    /// The same for a pasted text.
    mutating func pasteInFields(_ text: String, _ list: BookmarkList) -> [Effect]? {
        changeFields(list) { $0.paste(text, $1) }
    }

    private mutating func changeFields(
        _ list: BookmarkList, _ change: (inout any FieldsPage, ShellView) -> [PageCommand]
    ) -> [Effect]? {
        guard var page = modes.last?.page as? any FieldsPage else { return nil }
        let commands = change(&page, view(list))
        modes[modes.count - 1] = .page(page)
        return carryOut(commands, list)
    }
}
