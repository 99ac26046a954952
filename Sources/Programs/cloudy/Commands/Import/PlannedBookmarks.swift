import Bookmarks

/// The bookmarks that a trial import would add. A trial looks up their documents' bookmarks here,
/// because the library does not have them.
struct PlannedBookmarks {
    /// The made-up ids by place: see `WebAddress.placeKey`.
    private var ids: [String: String] = [:]

    /// - Parameter outcomes: the outcomes of the imports, in order.
    init(_ imports: [BookmarkImport], _ outcomes: [ImportOutcome]) {
        for (imported, outcome) in zip(imports, outcomes) {
            guard case .added(let id) = outcome,
                let address = try? WebAddress(typed: imported.draft.url)
            else { continue }
            ids[address.placeKey] = id
        }
    }

    /// Returns the id of the bookmark of an address; `nil` if the import would not add one.
    func id(of address: WebAddress) -> String? { ids[address.placeKey] }
}
