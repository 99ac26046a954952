public import Bookmarks
import DeviceStore
import Documents
public import Interchange

/// Stores the contents of an import's documents, and makes the items that attach them to their
/// bookmarks.
///
/// It skips contents that the bookmark already has, so that repeating an import adds nothing.
public struct DocumentIntake {
    private let home: Home
    /// The number of bytes of free space for contents on this device.
    private var room: Int
    private let mostRoom: Int
    /// The current documents of the bookmarks examined so far.
    private var shelves: [String: Shelf] = [:]
    /// The documents to keep.
    public private(set) var items: [DocumentEditor.Item] = []
    /// The reason why no further content can be kept; `nil` if there is none.
    private var end: String?

    private struct Shelf {
        var contents: Set<Kept> = []
        var count = 0
    }

    private struct Kept: Hashable {
        var kind: Document.Kind
        var content: ChunkName
    }

    public init(_ home: Home) throws {
        self.home = home
        mostRoom = home.documentPolicy.room
        room = try home.documentRoom().free
    }

    /// Takes a document and reads its content.
    ///
    /// - Parameters:
    ///   - bookmark: the id and the URL of its bookmark; `nil` if it was not imported.
    ///   - tally: counts the documents of the archive by outcome.
    public mutating func take(
        _ document: ImportedDocument, of bookmark: (id: String, url: String)?,
        into tally: inout DocumentTally
    ) throws {
        func leaveOut(_ reason: String) {
            tally.leftOut.append(DocumentTally.LeftOut(path: document.path, reason: reason))
        }
        guard let bookmark else { return leaveOut("its bookmark was not imported") }
        if let end { return leaveOut(end) }
        let content: [UInt8]
        do throws(ImportError) {
            content = try document.read(Document.longest)
            if content.isEmpty { throw ImportError("it is empty") }
        } catch {
            return leaveOut(error.message)
        }
        var shelf = try shelves[bookmark.id] ?? shelf(of: bookmark.id)
        defer { shelves[bookmark.id] = shelf }
        let kind: Document.Kind = document.isPage ? .page : .file
        let kept = Kept(kind: kind, content: home.contents.name(of: content))
        if shelf.contents.contains(kept) {
            tally.alreadyThere += 1
            return
        }
        guard shelf.count < Document.most else {
            return leaveOut(
                "its bookmark has \(Document.most) documents already, and no more are kept")
        }
        if !home.contents.contains(kept.content) {
            guard content.count <= room else {
                return leaveOut(
                    "the documents on this device would exceed their limit of "
                        + "\(byteCount(mostRoom)). To give them more: cloudy settings set "
                        + "\(DocumentPolicy.names.room) '\(byteCount(mostRoom * 2))'")
            }
            room -= content.count
        }
        // Even if the content is here: it may be unnamed for long and soon removed.
        do throws(ChunkStoreError) { _ = try home.contents.keep(content) } catch {
            // A full disk also fails for the other documents.
            end = "the content cannot be kept: \(error)"
            return leaveOut(end ?? "")
        }
        let draft = draft(document, content, kept, url: bookmark.url)
        items.append(
            DocumentEditor.Item(bookmark: bookmark.id, draft: draft, siblings: shelf.count))
        shelf.contents.insert(kept)
        shelf.count += 1
        tally.added += 1
    }

    private func shelf(of bookmark: String) throws -> Shelf {
        let there = try home.documents(ofBookmark: bookmark)
        return Shelf(
            contents: Set(
                there.flatMap { document in
                    document.versions.map { Kept(kind: document.kind, content: $0.content) }
                }),
            count: there.count)
    }

    private func draft(
        _ document: ImportedDocument, _ content: [UInt8], _ kept: Kept, url: String
    ) -> DocumentEditor.Draft {
        let type =
            document.mediaType.isEmpty
            ? MediaType.of(name: document.name, content) : document.mediaType
        // Drop the folders of a path on another machine; a long name does not fit into a record.
        let last = document.isPage ? nil : document.name.split(separator: "/").last.map(String.init)
        let name = String(
            String.UnicodeScalarView((last ?? document.name).unicodeScalars.prefix(255)))
        let title =
            document.isPage ? PageSummary(readingPage: content, contentType: type).title : ""
        return DocumentEditor.Draft(
            kind: kept.kind, name: title.isEmpty ? name : title,
            mediaType: String(type.prefix(255)),
            source: document.isPage ? url : "", content: kept.content, length: content.count,
            made: document.made)
    }
}
