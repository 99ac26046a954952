public import Documents

/// The reason why an operation on a document failed.
public enum DocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No document has this id.
    case notFound(String)
    /// The document is in the trash.
    case isDeleted(Document)
    /// Several documents have ids with this prefix.
    case ambiguous(String, [Document])
    /// Several documents have this name.
    case severalNamed(String, [Document])
    /// The text is the name of a document, and means another one, or a bookmark, by its id or URL.
    case severalMeant(String, [Document], bookmark: BookmarkRow? = nil)
    /// The beginning of an id, which means this document, is too short to delete it.
    case tooShort(String, Document)
    /// No bookmark and no document has this id or name.
    case nothingNamed(String)
    /// No deleted bookmark and no deleted document has this name.
    case nothingDeleted(String)
    /// The id is a bookmark's, which has no document, or several.
    case ofBookmark(String, [Document])
    /// The id of a document was given instead of the id of a bookmark.
    case isDocument(Document)
    /// Neither this device nor the cloud has the content yet; another device made it.
    case notHere(String, device: String)
    /// The content is not on this device, and airplane mode is on.
    case airplane(String)
    /// The content is not on this device, and the command must not ask the cloud.
    case apart(String)
    /// The content is gone from this device, which made it, and from the cloud.
    case lost(Document)
    /// The content has this many bytes, and at most `most` are allowed.
    case tooLong(Int, most: Int)
    /// The document has no version of this number.
    case noVersion(Int, of: Document)
    /// The content is not text.
    case notText(Document)
    /// The cloud does not have the content yet, so this device must keep it. If the transfer is
    /// paused, `resume` is the argument that resumes it.
    case notSent(String, resume: String? = nil)
    /// The bookmark already has this many documents, so that this many more do not fit.
    case tooMany(Int, adding: Int = 1)

    public var description: String {
        switch self {
        case .notFound(let id) where id.isEmpty:
            "The id is empty. To see the ids: cloudy docs"
        case .notFound(let id):
            "There is no document \(id). To see all: cloudy docs"
        case .isDeleted(let document):
            "“\(shortened(document.title))” is in the trash. To restore it: cloudy restore "
                + document.id
        case .ambiguous(let prefix, let documents):
            "Several ids begin with \(prefix): "
                + documents.map { "\($0.id) “\(shortened($0.title))”" }.joined(separator: ", ")
                + ". Type more of the one you mean."
        case .severalNamed(let name, let documents):
            "\(grouped(documents.count)) documents are named “\(shortened(name))”: "
                + documents.prefix(10).map { "\($0.id) of bookmark \($0.bookmark)" }
                .joined(separator: ", ") + ". Type the id of the one you mean."
        case .severalMeant(let text, let documents, let bookmark):
            "“\(shortened(text))” can mean several: "
                + Self.choices(documents, bookmark).joined(separator: ", ")
                + ". Type the id of the one you mean."
        case .tooShort(let text, let document):
            "To delete a document, type at least \(Self.shortestBeginning) characters of an id. "
                + "\(text) would mean: \(document.choice)"
        case .nothingNamed(let text):
            "There is no bookmark or document “\(shortened(text))”. To see them: cloudy list, or "
                + "cloudy docs"
        case .nothingDeleted(let text):
            "There is no deleted bookmark or document “\(shortened(text))”. To see the trash: "
                + "cloudy trash, or cloudy docs --deleted"
        case .ofBookmark(let id, let documents):
            documents.isEmpty
                ? "The bookmark \(id) has no documents. To save its page: cloudy save \(id)"
                : "\(id) is a bookmark, and has \(counted(documents.count, "document")). Type the "
                    + "id of the one you mean: " + documents.map(\.choice).joined(separator: ", ")
        case .isDocument(let document):
            "\(document.id) is a document of the bookmark \(document.bookmark), not a bookmark. To "
                + "see the document: cloudy docs \(document.id). To see the bookmark: cloudy show "
                + document.bookmark
        case .notHere(let title, let device):
            "“\(title)” is not here yet: \(device) has not sent it. Sync that device."
        case .airplane(let title):
            "“\(title)” is not on this device, and airplane mode is on. To fetch it: "
                + "cloudy airplane off, then repeat the command"
        case .apart(let title):
            "“\(title)” is not on this device. To fetch it, leave out --offline."
        case .lost(let document):
            "“\(document.title)” is lost: this device made it, and neither this device nor the "
                + "cloud has it now. \(document.recreationHint)"
        case .tooLong(let length, let most):
            "The document has \(grouped(length)) bytes; the limit is \(most >> 20) MiB. Nothing "
                + "was kept."
        case .noVersion(let number, let document):
            "“\(document.title)” has no version \(number). "
                + (document.history.count == 1
                    ? "It has only version 1" : "Versions: 1 to \(document.history.count)")
                + ". To see them: cloudy docs versions \(document.id)"
        case .notText(let document):
            "“\(document.title)” is not text, so its versions cannot be compared line by line. To "
                + "get a version: cloudy docs get \(document.id) --version N -o FILE"
        case .notSent(let title, let resumed):
            "“\(title)” stays on this device: the cloud lacks it or its latest change. To send it: "
                + (resumed.map { "cloudy transfers resume \($0), then " } ?? "") + "cloudy sync"
        case .tooMany(let count, let new): Self.words(forTooMany: count, adding: new)
        }
    }

    /// The fewest characters of an id's beginning that may delete a document.
    public static let shortestBeginning = 4

    private static func words(forTooMany count: Int, adding new: Int) -> String {
        let deletion = "To delete one: cloudy docs delete ID"
        if new == 1 {
            return "The bookmark has \(counted(count, "document")), the limit. \(deletion)"
        }
        if count == 0 {
            return "These \(grouped(new)) files do not fit: a bookmark has at most "
                + "\(Document.most) documents. Nothing was attached."
        }
        return "The bookmark has \(counted(count, "document")), and these \(grouped(new)) do not "
            + "fit: the limit is \(Document.most). Nothing was attached. \(deletion)"
    }

    /// Lists the bookmark and the first documents to choose from.
    private static func choices(_ documents: [Document], _ bookmark: BookmarkRow?) -> [String] {
        let row = bookmark.map { "\($0.id) bookmark “\(shortened($0.title))”" }
        return (row.map { [$0] } ?? []) + documents.prefix(10).map(\.choice)
    }
}

extension Document {
    /// The document's id, and its kind or title, in a list to choose from.
    fileprivate var choice: String {
        kind == .note ? "\(id) note" : "\(id) \(kind.rawValue) “\(shortened(title))”"
    }

    /// Throws ``DocumentError/tooMany(_:adding:)`` if a bookmark with `count` documents has no room
    /// for `new` more. Call it before keeping the content: content that no document names stays on
    /// the disk for weeks.
    public static func checkRoom(beside count: Int, adding new: Int = 1) throws {
        if new > 0, count + new > most { throw DocumentError.tooMany(count, adding: new) }
    }

    /// Instructions for making a document again whose content is lost.
    public var recreationHint: String {
        switch kind {
        case .page: "To save the page again: cloudy save \(bookmark)"
        case .note: "To write the note again: cloudy note \(bookmark)"
        case .file: "To attach the file again: cloudy attach \(bookmark) FILE"
        }
    }
}
