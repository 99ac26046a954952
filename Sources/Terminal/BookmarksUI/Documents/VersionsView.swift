import Bookmarks
import Documents
import Replication
import Screen

extension ActionContext {
    /// The page of a document's versions.
    public static let versions = ActionContext("versions")
    /// The page of a version's changes.
    public static let versionDiff = ActionContext("versionDiff", called: "changes of a version")
}

extension ActionSection {
    public static let versions = ActionSection("On the page of versions")
}

extension ActionID {
    public static let showDiff = ActionID("show-diff")
    public static let restoreVersion = ActionID("restore-version")
    public static let keepVersion = ActionID("keep-version")
}

/// The page of a document's versions, the latest first.
struct VersionsView: ChoicePage {
    static let context = ActionContext.versions
    static let section: ActionSection? = .versions
    static let sharedActions: [ActionID] = [.undo, .redo]
    static let actions = [
        Action(
            .showDiff, [.enter], "Show what the version changed, line by line", .versions,
            in: [.versions], hint: ActionHint(label: "changes", priority: 90), need: .page),
        Action(
            .restoreVersion, [.character("r")], "Restore this version; undo reverts that",
            .versions, in: [.versions], hint: ActionHint(label: "restore", priority: 85),
            need: .page),
        Action(
            .keepVersion, [.character("K")], "Keep the current version, and settle the conflict",
            .versions, in: [.versions], hint: ActionHint(label: "keep current", priority: 80),
            need: .page),
    ]

    let bookmark: String
    let document: DocumentRow
    /// The versions; `nil` until they are loaded.
    var versions: [VersionRow]?
    var choice = Choice()

    init(_ document: DocumentRow, ofBookmark bookmark: String) {
        self.document = document
        self.bookmark = bookmark
    }

    var count: Int? { versions?.count }
    var emptyText: String { "The document was deleted." }
    var bookmarkID: String? { bookmark }
    var documentID: String? { document.id }
    var requests: [any PageOperation] { [VersionsRequest(document: document.id)] }

    func isStale(after change: LibraryChange) -> Bool {
        switch change {
        case .outcome, .editEnded, .documentsChanged: true
        default: false
        }
    }

    /// Takes an answer. The same version stays selected.
    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        guard let new = answer.answer(to: VersionsRequest(document: document.id)) else { return }
        let old = selected
        versions = new
        if let index = new.firstIndex(where: { $0.number == old?.number }) { choice.index = index }
        move(by: 0, page: view.rows)
    }

    var selected: VersionRow? {
        guard let versions, versions.indices.contains(choice.index) else { return nil }
        return versions[choice.index]
    }

    func heading(in view: ShellView) -> [String] {
        ["Versions"] + [versions.map { grouped($0.count) }, document.name].compactMap(\.self)
    }

    func reason(against action: ActionID, _ view: ShellView) -> String? {
        guard let versions, selected != nil else { return "There is no version" }
        let isOpen = versions.contains(where: \.isConflicting)
        return action == .keepVersion && !isOpen ? "There is no conflict to settle" : nil
    }

    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        guard let selected else { return nil }
        switch action {
        case .showDiff: return [.push(VersionDiff(selected.number, document, bookmark))]
        case .restoreVersion: return [.edit(RestoreVersion(selected.number, of: document.id))]
        case .keepVersion: return [.edit(KeepVersion(of: document.id))]
        default: return nil
        }
    }

    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen) {
        guard let version = versions?[index] else { return }
        let time = CalendarTime(version.made, offset: view.utcOffset)
        pen.write("\(version.number)", column: 3, row: row, width: 4, .label)
        let isWide = pen.columns >= 56
        pen.write(isWide ? time.dateAndTime : time.date, column: 7, row: row, .faint)
        let column = isWide ? 24 : 18
        pen.write(byteCount(version.bytes), column: column, row: row, width: 9)
        let state = version.shows ? "current" : version.isConflicting ? "conflict" : ""
        let rest = max(1, pen.columns - column - 11)
        let words = state.isEmpty ? version.device : "\(version.device)  \(state)"
        pen.write(
            words, column: column + 10, row: row, width: rest,
            version.isConflicting ? .warning : .plain)
    }
}

/// The page of the changes in a version.
struct VersionDiff: TextPage {
    static let context = ActionContext.versionDiff

    let number: Int
    let document: DocumentRow
    let bookmark: String
    /// The changes; `nil` until they are loaded.
    private var answer: DiffRequest.Answer?
    /// The changes in lines of the page's width.
    private var shown: [TextLine] = []
    var scroll = 0

    init(_ number: Int, _ document: DocumentRow, _ bookmark: String) {
        self.number = number
        self.document = document
        self.bookmark = bookmark
    }

    var bookmarkID: String? { bookmark }
    private var request: DiffRequest { DiffRequest(document: document.id, number: number) }
    var requests: [any PageOperation] { [request] }

    func heading(in view: ShellView) -> [String] {
        [number > 1 ? "From version \(number - 1) to \(number)" : "Version 1", document.name]
    }

    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        guard let answer = answer.answer(to: request) else { return }
        self.answer = answer
        wrapLines(view)
    }

    mutating func sizeChanged(_ view: ShellView) { wrapLines(view) }

    /// Breaks the lines to the width of the page: a paragraph may be one line.
    private mutating func wrapLines(_ view: ShellView) {
        guard case .lines(let lines)? = answer else {
            shown = []
            return
        }
        let columns = max(1, view.size.columns - 4)
        shown = lines.flatMap { line in
            let text = line.text.replacing("\t", with: "    ")
            let (sign, rest) =
                line.kind == .place ? ("", text[...]) : (text.prefix(1), text.dropFirst())
            let indent = String(repeating: " ", count: sign.count)
            return view.measure.wrapped(String(rest), to: columns).enumerated().map { part in
                TextLine((part.offset == 0 ? String(sign) : indent) + part.element, line.kind.role)
            }
        }
    }

    func notice(in view: ShellView) -> String? {
        switch answer {
        case nil: waitingText(in: view)
        case .problem(let reason)?: reason
        case .lines(let lines)?:
            lines.isEmpty ? "This version has the same text as the one before it." : nil
        }
    }

    func lines(in view: ShellView) -> [TextLine] { [] }

    func laterCount(in view: ShellView) -> Int { shown.count }
    func laterLine(_ index: Int, in view: ShellView) -> TextLine { shown[index] }
}

extension LineDiff.Line.Kind {
    fileprivate var role: Role {
        switch self {
        case .place: .label
        case .same: .plain
        case .removed: .error
        case .added: .info
        case .unended: .faint
        }
    }
}
