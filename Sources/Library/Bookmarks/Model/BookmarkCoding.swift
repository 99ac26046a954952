public import Replication

// In the store, a bookmark is one dictionary under the key `b.<id>`, so that its name and its URL
// can never be out of step. The record itself has the time and the device of the latest edit.

extension Bookmark {
    /// The dictionary that the store keeps. Empty fields are left out, so that emptying a field
    /// equals never having set it.
    public var fields: [String: PropertyListValue] {
        // Reserve room for all fields, so that the table never grows.
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

    /// Reads a bookmark from its dictionary; `nil` if it has no URL. Fields of unexpected types
    /// count as missing: another program may write to the store, too.
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

    /// Reads a bookmark, live or deleted, from its record; `nil` if it is deleted forever or
    /// invalid.
    public init?(id: String, record: Record) {
        guard let fields = record.latestValue?.dictionary else { return nil }
        self.init(id: id, fields: fields)
        modified = Double(record.stamp.milliseconds) / 1000
        device = record.device
        // A value that a person typed again, so that it shows, lost nothing.
        lostValues = record.superseded.compactMap { LostValue($0) }
            .filter { $0.text != fields[$0.field]?.string ?? "" }
    }

    /// Makes a bookmark from typed fields.
    public init(id: String, draft: BookmarkDraft, added: Double) {
        self.init(
            id: id, name: draft.name, url: draft.url, tags: draft.tags, notes: draft.notes,
            folder: draft.folder, added: added)
        description = draft.description
        isUnread = draft.isUnread
        isArchived = draft.isArchived
    }

    /// The fields that a person can edit.
    public var draft: BookmarkDraft {
        BookmarkDraft(
            name: name, url: url, tags: tags, notes: notes, description: description,
            folder: folder, isUnread: isUnread, isArchived: isArchived)
    }

    /// The name, or the URL if the name is empty.
    public var title: String { name.isEmpty ? url : name }

    /// The ``lostValues`` in the form of ``BookmarkRow/lost``.
    public var lost: String { lostValues.map(\.sign).joined(separator: " ") }
}

extension LostValue {
    /// A text that identifies the value among the lost values of its bookmark.
    var sign: String { "\(field)@\(typed)" }

    /// Reads a lost value from the store. `nil` if it is not text, or belongs to a field such as
    /// the place in manual order, where the last edit wins and the person need not choose.
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
