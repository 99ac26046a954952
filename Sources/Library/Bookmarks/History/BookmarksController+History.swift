import Replication

extension BookmarksController {
    /// The changes of a bookmark that this device knows. Works for deleted ones, too.
    public func history(id: String) throws -> BookmarkHistory { try catalog.history(ofID: id) }

    /// The fields whose old value can be brought back.
    private static let restorable = Set(Bookmark.Field.allCases.map(\.rawValue))

    /// Gives fields of a bookmark the values again that they had before a change. One command,
    /// which undo takes back. Returns the names of the fields that are different now: none when
    /// they all have those values.
    ///
    /// Throws ``BookmarkError/notFound(id:)`` when the bookmark is deleted, and
    /// ``BookmarkError/noSuchChange(number:)`` when the change is unknown, or no longer known.
    ///
    /// - Parameter field: only this field; `nil` for all of them.
    @discardableResult
    public func bringBack(
        id: String, before number: Int64, field: String? = nil
    ) throws -> [String] {
        guard let record = try record(id: id), let shown = record.value?.dictionary else {
            throw BookmarkError.notFound(id: id)
        }
        guard let change = try history(id: id).changes.first(where: { $0.number == number })
        else { throw BookmarkError.noSuchChange(number: number) }
        var fields = shown
        for old in change.fields where Self.restorable.contains(old.name) {
            // A bookmark always has a URL.
            if old.name == "url", old.before?.string == nil { continue }
            if field == nil || field == old.name { fields[old.name] = old.before }
        }
        let names = EditTrace.FieldChange.between(shown, fields).map(\.field)
        guard !names.isEmpty else { return [] }
        let title = Bookmark(id: id, fields: fields)?.title ?? id
        let what = names.map { $0 == "url" ? "URL" : $0 }.joined(separator: " and ")
        try perform(
            EditStep(
                title: "Restored the \(what) of “\(title)”",
                changes: [EditStep.Change(id: id, before: shown, after: fields)]))
        return names
    }
}
