import KeyValueStore
import Replication

extension BookmarkEditor {
    /// The fields whose former values can be restored.
    private static let restorable = Set(Bookmark.Field.allCases.map(\.rawValue))

    @discardableResult
    func bringBack(
        id: String, before number: Int64, field: String? = nil
    ) throws -> [String] {
        guard let record = try stored.record(id: id), let shown = record.value?.dictionary else {
            throw BookmarkError.notFound(id: id)
        }
        guard
            let change = try catalog.history(ofID: id).changes.first(where: { $0.number == number })
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
        let what = names.map { $0 == "url" ? "URL" : $0 }.joinedWithAnd
        try recorder.perform(
            EditStep(
                title: "Restored the \(what) of “\(title)”",
                changes: [EditStep.Change(id: id, before: shown, after: fields)]))
        return names
    }
}
