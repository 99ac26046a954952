import Bookmarks
import Documents
import Interchange

/// Writes JSON for other programs.
enum JSON {
    /// Returns bookmarks as an array, one per line, in UTF-8. `added` and `modified` are seconds
    /// since 1970. `snippets` belong to a query about details; `documents` are objects.
    static func array(
        _ rows: [BookmarkRow], _ details: [String: BookmarkDetails],
        links: [String: LinkState] = [:], snippets: [String: String]? = nil,
        documents: [String: [String]]? = nil
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        for row in rows {
            bytes += (bytes.isEmpty ? "[\n" : ",\n").utf8
            append(
                row, details[row.id] ?? BookmarkDetails(), links[row.id],
                snippet: snippets.map { $0[row.id] ?? "" },
                documents: documents.map { $0[row.id] ?? [] }, to: &bytes)
        }
        return bytes + (bytes.isEmpty ? "[]\n" : "\n]\n").utf8
    }

    /// Returns an object of values that are already JSON.
    static func object(_ members: KeyValuePairs<String, String>) -> String {
        "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    /// Returns an array of values that are already JSON.
    static func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

    /// Returns the state of a link as an object.
    static func object(_ link: LinkState) -> String {
        object([
            "checked": number(link.checked), "detail": string(link.finding.detail),
            "state": string(link.finding.word),
        ])
    }

    /// Returns an array of values that are already JSON, one per line.
    static func lines(_ values: [String]) -> String {
        values.isEmpty ? "[]" : "[\n" + values.joined(separator: ",\n") + "\n]"
    }

    /// Returns the result of a command: the number and the ids of the changed bookmarks.
    static func changed(_ ids: [String]) -> String {
        // Documents have their ids here, not their keys.
        let names = ids.map { Document.id(ofKey: $0) ?? $0 }
        return object(["changed": "\(ids.count)", "ids": array(names.map(string))])
    }

    static func string(_ value: String) -> String { JSONText.string(value) }

    static func number(_ value: Double?) -> String { JSONText.number(value) }

    /// Returns a bookmark as an object.
    static func object(
        _ row: BookmarkRow, _ details: BookmarkDetails, _ link: LinkState?
    ) -> String {
        var bytes: [UInt8] = []
        append(row, details, link, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(
        _ row: BookmarkRow, _ details: BookmarkDetails, _ link: LinkState?,
        snippet: String? = nil, documents: [String]? = nil, to bytes: inout [UInt8]
    ) {
        bytes += "{\"added\":\(number(row.added)),\"archived\":\(row.isArchived)".utf8
        bytes += ",\"conflicts\":".utf8
        bytes += array(row.conflictFields.map(string)).utf8
        if row.isDeleted { bytes += ",\"deleted\":true".utf8 }
        append("description", details.description, to: &bytes)
        append("device", details.device, to: &bytes)
        if let documents { bytes += ",\"documents\":\(array(documents))".utf8 }
        append("folder", details.folder, to: &bytes)
        append("id", row.id, to: &bytes)
        bytes += ",\"link\":\(link.map(object) ?? "null")".utf8
        bytes += ",\"modified\":\(number(row.modified))".utf8
        append("name", row.name, to: &bytes)
        append("notes", details.notes, to: &bytes)
        bytes += ",\"opened\":\(number(row.opens > 0 ? row.opened : nil))".utf8
        bytes += ",\"opens\":\(row.opens)".utf8
        if let snippet { append("snippet", snippet, to: &bytes) }
        bytes += ",\"tags\":[".utf8
        for (index, tag) in row.tags.split(separator: " ").enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONText.append(String(tag), to: &bytes)
        }
        bytes += "],\"unread\":\(row.isUnread)".utf8
        append("url", row.url, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        bytes += ",\"\(name)\":".utf8
        JSONText.append(value, to: &bytes)
    }
}
