import ArgumentParser
import Bookmarks
import FileCoordination

/// A template for printing bookmarks, such as `{id}\t{name}\n`, with fields and escapes.
struct RowTemplate: Sendable {
    private enum Part: Sendable {
        case text(String)
        case field(Field)
    }

    /// The field names that are allowed between braces.
    enum Field: String, Sendable, CaseIterable {
        case id, name, title, url, tags, notes, description, folder, device, added, modified,
            conflicts, opened, opens, link, unread, archived
    }

    private let parts: [Part]

    /// Parses a template. Throws ``TemplateError`` with the place of an invalid part.
    init(_ text: String) throws(TemplateError) {
        var parts: [Part] = []
        var plain = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "\\": plain.append(try Self.escaped(&rest, in: text))
            case "{" where rest.first == "{", "}" where rest.first == "}":
                plain.append(character)
                rest.removeFirst()
            case "{":
                parts.append(.text(plain))
                plain = ""
                parts.append(.field(try Self.field(&rest, in: text)))
            case "}":
                throw TemplateError(
                    "This closing brace has no opening one. To print a brace, write }}.", text,
                    before: rest)
            default: plain.append(character)
            }
        }
        self.parts = parts + [.text(plain)]
    }

    /// Whether any of these fields is printed.
    func has(_ fields: Field...) -> Bool {
        parts.contains { part in
            if case .field(let field) = part { fields.contains(field) } else { false }
        }
    }

    /// Returns the text for a bookmark.
    ///
    /// - Parameter clean: cleans each value for the output.
    func text(
        _ row: BookmarkRow, _ details: BookmarkDetails, _ link: LinkState?,
        clean: (String) -> String
    ) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let field): clean(Self.value(field, row, details, link))
            }
        }.joined()
    }

    private static func value(
        _ field: Field, _ row: BookmarkRow, _ details: BookmarkDetails, _ link: LinkState?
    ) -> String {
        switch field {
        case .id: row.id
        case .name: row.name
        case .title: row.name.isEmpty ? row.url : row.name
        case .url: row.url
        case .tags: row.tags
        case .notes: details.notes
        case .description: details.description
        case .folder: details.folder
        case .device: details.device
        case .added: LocalTime.text(row.added)
        case .modified: LocalTime.text(row.modified)
        case .conflicts: row.conflictFields.joined(separator: " ")
        case .opened: row.opens > 0 ? LocalTime.text(row.opened) : ""
        case .opens: "\(row.opens)"
        case .link: link?.finding.word ?? ""
        case .unread: row.isUnread ? "unread" : ""
        case .archived: row.isArchived ? "archived" : ""
        }
    }

    private static func escaped(
        _ rest: inout Substring, in text: String
    ) throws(TemplateError) -> Character {
        let before = rest
        switch rest.popFirst() {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "e": return "\u{1b}"
        case "0": return "\0"
        case "\\": return "\\"
        default:
            throw TemplateError(
                "A backslash must be followed by n, t, r, e, 0 or another backslash.", text,
                before: before)
        }
    }

    private static func field(
        _ rest: inout Substring, in text: String
    ) throws(TemplateError) -> Field {
        let name = rest.prefix { $0 != "}" && $0 != "{" }
        guard name.endIndex < rest.endIndex, rest[name.endIndex] == "}" else {
            throw TemplateError(
                "This brace is never closed. To print a brace, write {{.", text, before: rest)
        }
        guard let field = Field(rawValue: String(name)) else {
            let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
            throw TemplateError(
                "There is no field “\(name)”. Fields: \(known).", text, before: rest)
        }
        rest = rest[name.endIndex...].dropFirst()
        return field
    }
}

/// The error for an invalid template: the reason and the place.
struct TemplateError: Error, CustomStringConvertible {
    let message: String
    /// The template.
    let text: String
    /// The text before the place.
    let lead: String

    init(_ message: String, _ text: String, before rest: Substring) {
        self.message = message
        self.text = text
        lead = String(text[..<rest.startIndex].dropLast())
    }

    var description: String { message }
}
