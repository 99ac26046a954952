import Bookmarks
import Documents
import Replication
import Screen

/// The page of a bookmark's documents.
struct DocumentsView: ChoicePage {
    static let context = ActionContext.documents
    static let section: ActionSection? = .documents
    static let sharedActions: [ActionID] = [
        .undo, .redo, .nextItem, .previousItem, .savePage, .writeNote,
    ]

    /// The id of the bookmark.
    let id: String
    /// The documents; `nil` until they are loaded.
    private(set) var documents: [DocumentRow]?
    /// The widths of the texts next to the names, in columns.
    private var widths = Widths()
    var choice = Choice()
    var awaitsReturn = false

    private struct Widths: Hashable {
        var bytes = 0
        var device = 0
        var versions = 0
        var state = 0
    }

    init(id: String) {
        self.id = id
    }

    var count: Int? { documents?.count }
    var emptyText: String { "There are no documents." }

    func emptyText(in view: ShellView) -> String {
        let hints = [
            view.hint(.savePage, to: "save the page"), view.hint(.attachFile, to: "attach a file"),
        ].compactMap(\.self)
        let ways = hints.isEmpty ? "" : "; " + hints.joined(separator: ", ")
        return "There are no documents" + ways
    }

    var selected: DocumentRow? {
        guard let documents, documents.indices.contains(choice.index) else { return nil }
        return documents[choice.index]
    }

    func heading(in view: ShellView) -> [String] {
        let name = view.list.row(id: id)?.title
        return ["Documents"] + [documents.map { grouped($0.count) }, name].compactMap(\.self)
    }

    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen) {
        guard let document = documents?[index] else { return }
        var column = 3
        func write(_ text: String, _ width: Int, _ role: Role = .faint) {
            pen.write(text, column: column, row: row, width: width, role)
            column += width + 1
        }
        write(document.kind.rawValue, 4, .label)
        let isWide = pen.columns >= 70
        let few: [(String, Int, Role)] = [
            (byteCount(document.bytes), widths.bytes, .faint),
            (
                document.stateWord, widths.state, document.state == .conflict ? .warning : .faint
            ),
        ]
        let more: [(String, Int, Role)] = [
            (CalendarTime(document.changed, offset: view.utcOffset).date, 10, .faint),
            (document.device, widths.device, .faint),
            (document.versionsWord, widths.versions, .faint),
        ]
        // The name gets the remaining room; empty columns take none.
        let facts = (isWide ? few[..<1] + more + few[1...] : pen.columns >= 46 ? few[...] : [])
            .filter { $0.1 > 0 }
        let room = facts.reduce(0) { $0 + $1.1 + 1 }
        write(document.name, max(1, pen.columns - column - room - 1), .plain)
        for (text, width, role) in facts { write(text, width, role) }
    }

    private mutating func show(_ new: [DocumentRow], _ measure: TextMeasure) {
        documents = new
        widths = new.reduce(into: Widths()) { widths, row in
            widths.bytes = max(widths.bytes, measure.width(byteCount(row.bytes)))
            widths.device = max(widths.device, min(10, measure.width(row.device)))
            widths.versions = max(widths.versions, measure.width(row.versionsWord))
            widths.state = max(widths.state, measure.width(row.stateWord))
        }
    }
}

extension DocumentRow {
    fileprivate var stateWord: String { state == .here ? "" : state.rawValue }
    fileprivate var versionsWord: String { versions == 1 ? "" : "\(versions) versions" }
}

extension DocumentsView {
    var bookmarkID: String? { id }
    var documentID: String? { selected?.id }
    func counterpart(for id: String) -> (any Page)? { DocumentsView(id: id) }
    var requests: [any PageOperation] { [DocumentsRequest(bookmark: id)] }

    func isStale(after change: LibraryChange) -> Bool {
        switch change {
        case .outcome, .editEnded, .documentsChanged: true
        case .pagesSaved(let ids): ids.contains(id)
        default: false
        }
    }

    /// Shows an answer. The same document stays selected, or one that undo brings back.
    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        if let new = answer.answer(to: DocumentsRequest(bookmark: id)) {
            let back = takeReturned(among: new.map(\.id), since: documents?.map(\.id))
            let wanted = back ?? selected?.id
            show(new, view.measure)
            if let index = new.firstIndex(where: { $0.id == wanted }) { choice.index = index }
            move(by: 0, page: view.rows)
        }
        if let (request, reason) = answer.answer(of: DropDocument.self),
            let row = documents?.first(where: { $0.id == request.document })
        {
            let name = view.symbols.quoted(row.name)
            return [
                reason.map { .say(.warning, $0) }
                    ?? .say(.info, "Removed \(name) from this device; the cloud has it"),
                .request(DocumentsRequest(bookmark: id)),
            ]
        }
        if let (request, file) = answer.answer(of: OpenDocument.self),
            request.page == Self.context,
            documents?.contains(where: { $0.id == request.document }) == true
        {
            return file.commands
        }
        return []
    }
}
