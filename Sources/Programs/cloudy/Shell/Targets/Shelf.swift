import BookmarkLibrary
import Bookmarks
import Documents

/// The bookmarks among which targets are looked up.
protocol Shelf {
    /// The place of the bookmarks, for messages, with a blank before it; empty for the list.
    var place: String { get }
    /// Returns the item with an id, a prefix of an id, or a URL.
    func id(of target: String) throws -> String
    /// Returns the only item whose id has this prefix.
    func id(matching prefix: String) throws -> String
    /// Returns the only bookmark of a URL's page.
    func id(ofPage url: String) throws -> String
    /// Returns the ids of all visible items, in the order of output.
    ///
    /// - Parameter named: ids to include in any case.
    func idsInOrder(with named: Set<String>) throws -> [String]
    func rows(matching query: Query) throws -> [BookmarkRow]
}

/// The bookmarks of the list.
struct LiveShelf: Shelf {
    let catalog: any BookmarkCatalog
    var place: String { "" }

    func id(matching prefix: String) throws -> String { try catalog.id(matching: prefix) }

    func id(ofPage url: String) throws -> String {
        let rows = try catalog.rows(pageKey: WebAddress(stored: url).pageKey)
        return try uniqueID(among: rows, url)
    }

    func idsInOrder(with named: Set<String>) throws -> [String] {
        try catalog.rows(sortedBy: .standard, limit: nil)
            .filter { !$0.isArchived || named.contains($0.id) }.map(\.id)
    }

    func rows(matching query: Query) throws -> [BookmarkRow] {
        try catalog.rows(matching: query, sortedBy: .standard)
    }
}

/// The deleted bookmarks that can be restored, by id or URL, and the keys of deleted documents, by
/// id or name.
struct DeletedShelf: Shelf {
    let catalog: any BookmarkCatalog
    var place: String { " in the trash" }
    /// Has the deleted documents; `nil` where only bookmarks are meant.
    var home: Home?
    /// Whether they will be deleted forever.
    var isDeletion = false

    func id(of target: String) throws -> String {
        guard let home else { return try id(ofIDOrURL: target) }
        if target.isBlank { throw BookmarkError.notDeleted(id: "") }
        let found: String
        do { found = try id(ofIDOrURL: target) } catch {
            return try key(ofDocument: target, insteadOf: error, home)
        }
        let foundID = Document.id(ofKey: found) ?? found
        guard target.isIDOrBeginning, foundID != BookmarkID.canonical(target) else { return found }
        let others = try home.deletedDocuments(named: target).map(\.document)
            .filter { $0.key != found }
        if others.isEmpty { return found }
        if foundID == found {
            let row = try catalog.deletedRows(idPrefix: found, limit: 1).first?.row
            throw DocumentError.severalMeant(target, others, bookmark: row)
        }
        let meant = try home.deletedDocument(matching: foundID).map { [$0.document] } ?? []
        throw DocumentError.severalMeant(target, meant + others)
    }

    /// Returns the key of the deleted document with a name.
    ///
    /// - Parameter failure: the reason why it is neither an id nor a URL of something deleted.
    private func key(
        ofDocument name: String, insteadOf failure: any Error, _ home: Home
    ) throws -> String {
        let isKept: Bool
        switch failure {
        case BookmarkError.notDeleted, BookmarkError.isThere: isKept = true
        case BookmarkError.unknownPage, is WebAddressError: isKept = name.contains("://")
        default: throw failure
        }
        let named = try home.deletedDocuments(named: name).map(\.document)
        if named.count > 1 { throw DocumentError.severalNamed(name, named) }
        if let document = named.first { return document.key }
        throw isKept ? failure : DocumentError.nothingDeleted(name)
    }

    func id(matching prefix: String) throws -> String {
        do { return try catalog.deletedID(matching: prefix) } catch BookmarkError.notDeleted(
            let id)
        {
            if let document = try home?.deletedDocument(matching: prefix)?.document {
                let isNamed = document.name.lowercased() == prefix.lowercased()
                if isDeletion, prefix.isShortBeginning, !isNamed {
                    throw DocumentError.tooShort(prefix, document)
                }
                return document.key
            }
            if let live = try? catalog.id(matching: prefix) {
                throw BookmarkError.isThere(id: live)
            }
            throw BookmarkError.notDeleted(id: id)
        }
    }

    func id(ofPage url: String) throws -> String {
        let key = WebAddress(stored: url).pageKey
        let rows = try catalog.deletedRows(limit: nil)
            .filter { WebAddress(stored: $0.row.url).pageKey == key }
        if rows.isEmpty, let live = try? LiveShelf(catalog: catalog).id(ofPage: url) {
            throw BookmarkError.isThere(id: live)
        }
        return try uniqueID(among: rows.map(\.row), url)
    }

    func idsInOrder(with named: Set<String>) throws -> [String] {
        try catalog.deletedRows(limit: nil).map(\.id)
    }

    func rows(matching query: Query) throws -> [BookmarkRow] {
        try catalog.deletedRows(matching: query)
    }
}

/// The bookmarks of the list, or else the deleted ones.
struct AnyShelf {
    let catalog: any BookmarkCatalog

    /// Returns the id of a target.
    func id(of target: String) throws -> String {
        do {
            return try LiveShelf(catalog: catalog).id(of: target)
        } catch BookmarkError.isDeleted(let id) {
            return id
        } catch let error as BookmarkError where error.isOfNothing {
            do {
                return try DeletedShelf(catalog: catalog).id(of: target)
            } catch BookmarkError.notDeleted, BookmarkError.unknownPage {
                // If neither shelf has it, the error of the list applies.
                throw error
            }
        }
    }
}

extension BookmarkError {
    fileprivate var isOfNothing: Bool {
        switch self {
        case .notFound, .unknownPage: true
        default: false
        }
    }
}

/// Whether a byte is valid in a typed id.
func isOfID(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        true
    default: false
    }
}

extension Shelf {
    func id(of target: String) throws -> String { try id(ofIDOrURL: target) }

    /// Returns the item with an id, a prefix of an id, or a URL.
    fileprivate func id(ofIDOrURL target: String) throws -> String {
        try target.isIDOrBeginning
            ? id(matching: target) : id(ofPage: WebAddress.interpreting(target).text)
    }

    /// Returns the meant one of several bookmarks of a page: the only one, or the only one with
    /// exactly this URL.
    fileprivate func uniqueID(among rows: [BookmarkRow], _ url: String) throws -> String {
        let exact = rows.filter { $0.url == url }
        let candidates = exact.isEmpty ? rows : exact
        if candidates.count > 1 {
            throw BookmarkError.ambiguousPage(url: url, rows: candidates)
        }
        guard let found = candidates.first else { throw BookmarkError.unknownPage(url: url) }
        return found.id
    }
}
