import Bookmarks
import Documents
import Screen

extension ActionContext {
    /// The page of a bookmark's documents.
    public static let documents = ActionContext("documents")
}

extension ActionSection {
    public static let documents = ActionSection("On the page of documents")
}

extension ActionID {
    public static let showDocuments = ActionID("show-documents")
    public static let writeNote = ActionID("write-note")
    public static let readDocument = ActionID("read-document")
    public static let openDocument = ActionID("open-document")
    public static let editDocument = ActionID("edit-document")
    public static let deleteDocument = ActionID("delete-document")
    public static let dropDocument = ActionID("drop-document")
    public static let showVersions = ActionID("show-versions")
    public static let keepDocument = ActionID("keep-document")
    public static let attachFile = ActionID("attach-file")
}

extension DocumentsView {
    static let actions = [
        Action(
            .showDocuments, [.character("f")],
            "Show the documents of the bookmark: its pages, note and files", .view,
            in: [.list, .detail], hint: ActionHint(label: "documents", priority: 24),
            need: .bookmark, also: "files attachments pages notes versions"),
        Action(
            .readDocument, [.enter, .character("r")], "Read the page or the note", .documents,
            in: [.documents], hint: ActionHint(label: "read", priority: 90), need: .page),
        Action(
            .openDocument, [.character("o")], "Open it with the browser", .documents,
            in: [.documents], hint: ActionHint(label: "open", priority: 85), need: .page),
        Action(
            .editDocument, [.character("e")], "Edit the note in $EDITOR", .documents,
            in: [.documents], hint: ActionHint(label: "edit", priority: 80), need: .page),
        Action(
            .deleteDocument, [.character("d"), .delete], "Delete it; undo restores it",
            .documents, in: [.documents], hint: ActionHint(label: "delete", priority: 75),
            need: .page),
        Action(
            .dropDocument, [.character("x")],
            "Remove it from this device; it stays in the cloud", .documents, in: [.documents],
            hint: ActionHint(label: "drop here", priority: 65), need: .page),
        Action(
            .showVersions, [.character("V")], "Show its versions", .documents, in: [.documents],
            hint: ActionHint(label: "versions", priority: 70), need: .page),
        Action(
            .keepDocument, [.character("K")], "Keep the current version, and settle the conflict",
            .documents, in: [.documents], hint: ActionHint(label: "keep this", priority: 88),
            need: .page),
        Action(
            .attachFile, [.character("a")], "Attach a file of this machine", .documents,
            in: [.documents], hint: ActionHint(label: "attach", priority: 68), also: "add"),
    ]

    static func opened(by action: ActionID, in view: ShellView) -> DocumentsView? {
        action == .showDocuments ? view.target.map { DocumentsView(id: $0) } : nil
    }

    func reason(against action: ActionID, _ view: ShellView) -> String? {
        guard let selected else { return "There is no document" }
        switch action {
        case .editDocument where selected.kind != .note: return "Only notes can be edited here"
        case .keepDocument where selected.state != .conflict:
            return "There is no conflict to settle"
        case .dropDocument where [.remote, .missing].contains(selected.state):
            return "It is not on this device"
        default: return nil
        }
    }

    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        if action == .attachFile { return AttachingFile.asking(id) }
        guard let selected else { return nil }
        switch action {
        case .readDocument: return [.push(Reader(id: id, document: selected.id))]
        case .openDocument:
            let isFetched = selected.state == .remote
            return [.request(OpenDocument(document: selected.id))]
                + (isFetched ? [.reply("Fetching it" + view.symbols.ellipsis)] : [])
        case .editDocument: return [.writeNote(bookmark: id)]
        case .keepDocument: return [.edit(KeepVersion(of: selected.id))]
        case .deleteDocument: return [.edit(DeleteDocument(id: selected.id))]
        case .dropDocument: return [.request(DropDocument(document: selected.id))]
        case .showVersions: return [.push(VersionsView(selected, ofBookmark: id))]
        default: return nil
        }
    }
}
