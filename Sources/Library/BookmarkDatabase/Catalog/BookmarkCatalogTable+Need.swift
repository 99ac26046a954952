import Bookmarks
import SQLite

extension BookmarkCatalogTable {
    /// Returns an SQL condition on a bookmark's row, and its values.
    static func condition(_ need: RowNeed) -> (sql: String, values: [SQLiteValue]) {
        switch need {
        case .all(let needs): joined(needs, by: " AND ", orElse: "1")
        case .any(let needs): joined(needs, by: " OR ", orElse: "0")
        case .addedBefore(let time): ("added < ?", [.real(time)])
        case .addedFrom(let time): ("added >= ?", [.real(time)])
        case .conflict(let hasOne): (hasOne ? "lost <> ''" : "lost = ''", [])
        case .opened(let wasOpened): (wasOpened ? "opens <> 0" : "opens = 0", [])
        case .folder: ("folder <> ''", [])
        case .notes: ("notes <> ''", [])
        case .description: ("description <> ''", [])
        case .unread(let isUnread): ("unread = \(isUnread ? 1 : 0)", [])
        case .archived(let isArchived): ("archived = \(isArchived ? 1 : 0)", [])
        case .otherOfSamePage: (sharesPage, [])
        }
    }

    private static func joined(
        _ needs: [RowNeed], by word: String, orElse none: String
    ) -> (sql: String, values: [SQLiteValue]) {
        if needs.isEmpty { return (none, []) }
        let conditions = needs.map(condition)
        return (
            conditions.map { "(\($0.sql))" }.joined(separator: word), conditions.flatMap(\.values)
        )
    }
}
