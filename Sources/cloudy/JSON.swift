import Bookmarks
import Interchange

/// Writes JSON for other programs.
enum JSON {
    /// Bookmarks as an array, each on a line of its own. `added` and `modified` are seconds since
    /// 1970.
    static func array(
        _ rows: [BookmarkRow], _ details: [String: BookmarkDetails],
        links: [String: LinkState] = [:]
    ) -> String {
        if rows.isEmpty { return "[]" }
        var text = ""
        text.reserveCapacity(rows.count * 256)
        for row in rows {
            text += text.isEmpty ? "[\n" : ",\n"
            append(row, details[row.id] ?? BookmarkDetails(), links[row.id], to: &text)
        }
        return text + "\n]"
    }

    /// An object of values that are written as JSON already.
    static func object(_ members: KeyValuePairs<String, String>) -> String {
        "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    /// An array of values that are written as JSON already.
    static func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

    /// What was found of a link.
    static func object(_ link: LinkState) -> String {
        object([
            "checked": number(link.checked), "detail": string(link.finding.detail),
            "state": string(link.finding.word),
        ])
    }

    /// An array of values that are written as JSON already, each on a line of its own.
    static func lines(_ values: [String]) -> String {
        values.isEmpty ? "[]" : "[\n" + values.joined(separator: ",\n") + "\n]"
    }

    static func string(_ value: String) -> String { JSONText.string(value) }

    static func number(_ value: Double?) -> String { JSONText.number(value) }

    /// A bookmark as an object.
    static func object(
        _ row: BookmarkRow, _ details: BookmarkDetails, _ link: LinkState?
    ) -> String {
        var text = ""
        append(row, details, link, to: &text)
        return text
    }

    private static func append(
        _ row: BookmarkRow, _ details: BookmarkDetails, _ link: LinkState?, to text: inout String
    ) {
        text += "{\"added\":"
        text += number(row.added)
        text += ",\"conflicts\":"
        text += array(row.conflictFields.map(string))
        if row.isDeleted { text += ",\"deleted\":true" }
        text += ",\"device\":"
        JSONText.append(details.device, to: &text)
        text += ",\"folder\":"
        JSONText.append(details.folder, to: &text)
        text += ",\"id\":"
        JSONText.append(row.id, to: &text)
        text += ",\"link\":"
        text += link.map(object) ?? "null"
        text += ",\"modified\":"
        text += number(row.modified)
        text += ",\"name\":"
        JSONText.append(row.name, to: &text)
        text += ",\"notes\":"
        JSONText.append(details.notes, to: &text)
        text += ",\"opened\":"
        text += number(row.opens > 0 ? row.opened : nil)
        text += ",\"opens\":\(row.opens)"
        text += ",\"tags\":["
        for (index, tag) in row.tags.split(separator: " ").enumerated() {
            if index > 0 { text += "," }
            JSONText.append(String(tag), to: &text)
        }
        text += "],\"url\":"
        JSONText.append(row.url, to: &text)
        text += "}"
    }
}
