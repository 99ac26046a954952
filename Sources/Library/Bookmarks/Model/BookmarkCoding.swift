public import Replication

// In the store a bookmark is one dictionary under the key `b.<id>`, so that its name and its URL
// can never be out of step. When it was modified, and on which device, is the record's to say.

extension Bookmark {
    /// The dictionary that the store keeps. Empty fields are left out, so that setting a field to
    /// nothing and never having set it are the same.
    public var fields: [String: PropertyListValue] {
        // Room for all, so that no table is made twice.
        var fields = [String: PropertyListValue](minimumCapacity: 9)
        fields["url"] = .string(url)
        fields["added"] = .date(added)
        if !name.isEmpty { fields["name"] = .string(name) }
        if !tags.isEmpty { fields["tags"] = .array(tags.map { .string($0) }) }
        if !notes.isEmpty { fields["notes"] = .string(notes) }
        if !description.isEmpty { fields["description"] = .string(description) }
        if !folder.isEmpty { fields["folder"] = .string(folder) }
        if isUnread { fields["unread"] = .boolean(true) }
        if isArchived { fields["archived"] = .boolean(true) }
        if !position.isEmpty { fields[ManualPlace.field] = .string(position) }
        return fields
    }

    /// Reads a bookmark from its dictionary; `nil` when that has no URL. Fields of other types than
    /// expected count as missing: another program may write to the store too.
    public init?(id: String, fields: [String: PropertyListValue]) {
        guard let url = fields["url"]?.string else { return nil }
        // Non-finite dates can't be sorted, or stored in a column that must not be empty.
        let added = fields["added"]?.date.flatMap { $0.isFinite ? $0 : nil }
        self.init(
            id: id, name: fields["name"]?.string ?? "", url: url,
            tags: fields["tags"]?.strings ?? [], notes: fields["notes"]?.string ?? "",
            folder: fields["folder"]?.string ?? "", added: added ?? 0)
        description = fields["description"]?.string ?? ""
        isUnread = fields["unread"] == .boolean(true)
        isArchived = fields["archived"] == .boolean(true)
        let place = fields[ManualPlace.field]?.string ?? ""
        position = ManualPlace.isWellFormed(place) ? place : ""
    }

    /// Reads a bookmark, live or deleted, from its record; `nil` when it was purged or is none.
    public init?(id: String, record: Record) {
        guard let fields = record.latestValue?.dictionary else { return nil }
        self.init(id: id, fields: fields)
        modified = Double(record.stamp.milliseconds) / 1000
        device = record.device
        // A value that shows again because a person typed it lost nothing.
        lostValues = record.superseded.compactMap { LostValue($0) }
            .filter { $0.text != fields[$0.field]?.string ?? "" }
    }

    /// A bookmark with the typed fields.
    public init(id: String, draft: BookmarkDraft, added: Double) {
        self.init(
            id: id, name: draft.name, url: draft.url, tags: draft.tags, notes: draft.notes,
            folder: draft.folder, added: added)
        description = draft.description
        isUnread = draft.isUnread
        isArchived = draft.isArchived
    }

    /// The fields that a person may edit.
    public var draft: BookmarkDraft {
        BookmarkDraft(
            name: name, url: url, tags: tags, notes: notes, description: description,
            folder: folder, isUnread: isUnread, isArchived: isArchived)
    }

    /// The name, or the URL where there is none.
    public var title: String { name.isEmpty ? url : name }

    /// ``lostValues`` as a row tells of them: see ``BookmarkRow/lost``.
    public var lost: String { lostValues.map(\.sign).joined(separator: " ") }
}

extension LostValue {
    /// Tells it from the other lost values of its bookmark.
    var sign: String { "\(field)@\(typed)" }

    /// Reads a lost value that a store keeps; `nil` if it is not text, and for a place in manual
    /// order and the like: the last edit wins, and the person has nothing to choose.
    init?(_ superseded: SupersededValue) {
        guard !superseded.field.isEmpty, superseded.field != ManualPlace.field,
            Bookmark.Field(rawValue: superseded.field)?.keepsLostValues ?? true,
            superseded.value == nil || superseded.value?.string != nil
        else { return nil }
        self.init(
            field: superseded.field, text: superseded.value?.string ?? "",
            device: superseded.device, typed: Double(superseded.stamp.milliseconds) / 1000)
    }
}
