public import Bookmarks
import Documents
import Screen

/// A deleted document for the preview.
public struct DeletedContent: Sendable, Hashable {
    public var document: DeletedDocument
    /// The beginning of the document's text; empty if it has none, `nil` until it is known.
    public var text: String?
    /// Whether the document's content is on this device.
    public var isHere: Bool

    public init(_ document: DeletedDocument, text: String? = nil, isHere: Bool = true) {
        self.document = document
        self.text = text
        self.isHere = isHere
    }
}

/// Asks for the facts about a deleted document, and then for its text, which takes longer. The
/// answer is `nil` if the document is gone.
public struct DeletedContentRequest: PageOperation {
    /// The id of the document.
    var id: String

    public init(id: String) {
        self.id = id
    }

    public func run(
        in library: any PageLibrary, tell: @escaping @Sendable (DeletedContent?) -> Void
    ) async throws -> DeletedContent?? {
        guard var content = try library.deletedDocument(id: id).map({ DeletedContent($0) })
        else { return .some(nil) }
        tell(content)
        let text = try await library.beginning(ofDeleted: content.document.document)
        if Task.isCancelled { return nil }
        (content.text, content.isHere) = (text, text != nil)
        return content
    }
}

extension PreviewText {
    /// Returns the lines for the facts in the row of a deleted document.
    func lines(ofDeleted row: DeletedRow) -> [TextLine] {
        wrapped(row.title, .title) + [TextLine()]
            + wrapped(capitalized(row.documentOf ?? ""), .faint)
            + wrapped("Deleted \(date(row.deleted)) on \(row.device)", .faint)
            + keysOfTrash()
    }

    /// Returns the lines for a deleted document, with the beginning of its text.
    func lines(of content: DeletedContent, _ row: DeletedRow) -> [TextLine] {
        let document = content.document.document
        var lines = wrapped(document.title, .title)
        if !document.source.isEmpty, document.source != document.title {
            lines += wrapped(shortened(document.source), .url)
        }
        let what = capitalized(row.documentOf ?? document.kind.rawValue)
        lines += [TextLine()] + wrapped("\(what), \(byteCount(document.head.length))", .faint)
        let verb =
            switch document.kind {
            case .page: "Saved"
            case .note: "Written"
            case .file: "Attached"
            }
        var made = "\(verb) \(date(document.head.made)) on \(document.head.device)"
        if document.versions.count > 1 { made += ", \(document.versions.count) versions" }
        lines += wrapped(made, .faint)
        lines += wrapped(
            "Deleted \(date(content.document.deleted)) on \(content.document.device)", .faint)
        if !content.isHere { lines += wrapped("Its content is not on this device", .faint) }
        let heading =
            switch document.kind {
            case .page: "Saved page"
            case .note: "Note"
            case .file: "Text"
            }
        return lines + keysOfTrash(above: section(heading, content.text ?? ""))
    }

    /// Returns the lines with the keys of the trash, between empty ones.
    func keysOfTrash(above rest: [TextLine] = []) -> [TextLine] {
        let restore = view.keys.name(of: .restore, in: .deleted).map { "\($0) to restore it" }
        let delete = view.keys.name(of: .deleteForever, in: .deleted).map {
            "\($0) to delete it forever"
        }
        let words = [restore, delete].compactMap(\.self).joined(separator: ", ")
        if words.isEmpty { return rest }
        let keys = [TextLine()] + wrapped("Press " + words, .faint)
        return rest.isEmpty ? keys : keys + [TextLine()] + rest
    }

    private func capitalized(_ text: String) -> String {
        (text.first?.uppercased() ?? "") + text.dropFirst()
    }
}
