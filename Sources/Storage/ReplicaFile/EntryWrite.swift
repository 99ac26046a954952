import Replication
import SQLite

/// An entry to write.
struct EntryWrite: Sendable {
    var change: EntryChange
    var cause: ChangeCause
    /// The number of the change, if it is visible.
    var localRevision: Int64
    var isVisible: Bool

    /// Whether the derived tables must be updated.
    var isOfRecord: Bool { change.new.record != change.old?.record }

    /// The statement that writes the entry.
    var sql: String {
        change.old == nil ? Self.insertion : isVisible ? Self.visibleUpdate : Self.update
    }

    /// The values of the statement.
    var values: [SQLiteValue] {
        var (process, device, isInitial) = (Int64(0), String?.none, false)
        switch cause {
        case .edit(let id): process = id
        case .cloud(let name, let initial): (device, isInitial) = (name, initial)
        }
        let entry = change.new
        let isSame = entry.baseRevision > 0 && entry.base == entry.record
        let base = isSame ? nil : entry.base?.encoded()
        let dirty = entry.isDirty ? (entry.record.isTombstone ? 2 : 1) : 0
        let perhapsSent = entry.perhapsSent.isEmpty ? nil : entry.perhapsSent.encoded
        let values: [SQLiteValue] = [
            .text(entry.key), .blob(entry.record.encoded()), base.map { .blob($0) } ?? .null,
            .integer(entry.baseRevision), .integer(Int64(dirty)),
            SQLiteValue(!entry.record.isTombstone), perhapsSent.map { .blob($0) } ?? .null,
            .integer(localRevision), .integer(process), device.map { .text($0) } ?? .null,
            SQLiteValue(isInitial),
        ]
        return change.old == nil || isVisible ? values : Array(values.prefix(7))
    }

    private static let insertion = """
        INSERT INTO entries(
            key, record, base, base_revision, dirty, live, perhaps_sent, local_revision, process,
            device, is_initial)
        VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        """
    private static let update = """
        UPDATE entries SET record = ?2, base = ?3, base_revision = ?4, dirty = ?5, live = ?6,
            perhaps_sent = ?7
        WHERE key = ?1
        """
    private static let visibleUpdate = """
        UPDATE entries SET record = ?2, base = ?3, base_revision = ?4, dirty = ?5, live = ?6,
            perhaps_sent = ?7, local_revision = ?8, process = ?9, device = ?10, is_initial = ?11
        WHERE key = ?1
        """
}
