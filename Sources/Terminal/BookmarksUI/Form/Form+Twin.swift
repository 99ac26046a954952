public import Bookmarks
import Screen

/// Asks whether another bookmark already has the page.
public struct SamePageRequest: PageRequest {
    public var url: String
    var id: String?

    public init(url: String, besides id: String?) {
        self.url = url
        self.id = id
    }

    /// Returns the first other bookmark of the page.
    public func answer(from library: any PageLibrary) throws -> BookmarkRow? {
        try library.catalog.rows(pageKey: WebAddress(stored: url).pageKey).first { $0.id != id }
    }

    public func quickAnswer(from library: any PageLibrary) throws -> BookmarkRow?? { nil }
}

extension Form {
    /// Looks for a bookmark of the same page: once for each URL, and not while the URL is being
    /// typed.
    mutating func lookForTwin() -> [any PageOperation] {
        guard focus != .url, isChanged(.url),
            let address = try? WebAddress.interpreting(editor(of: .url).text.trimmed),
            address.text != lookedFor
        else { return [] }
        lookedFor = address.text
        return [SamePageRequest(url: address.text, besides: id)]
    }

    /// Receives the found bookmark, unless another address is typed by now.
    mutating func receive(_ row: BookmarkRow?, leadingTo url: String) {
        if url == lookedFor { twin = row }
    }
}

extension ShellView {
    /// Returns the words under the address of a page that is already in the library.
    func words(about twin: BookmarkRow, for form: Form) -> String {
        let there = "You already have this page: \(symbols.quoted(twin.title))"
        let isNew = form.id == nil || form.isGone
        let what = isNew ? "adding it again" : "keeping both"
        return text("\(there). Saving asks before \(what)", .cancel, to: "leave") + "."
    }
}

extension Shell {
    /// Forgets the bookmark of the same page if it is gone, or leads elsewhere by now.
    mutating func forgetTwin(_ id: String) -> [Effect] {
        guard var form, form.twin?.id == id else { return [] }
        (form.twin, form.lookedFor) = (nil, "")
        let requests = form.lookForTwin()
        self.form = form
        return requests.map { .send($0) }
    }
}
