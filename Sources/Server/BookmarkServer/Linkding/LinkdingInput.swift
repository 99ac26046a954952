import Bookmarks

/// The fields that a client of linkding sent, and their problems, in linkding's sentences.
struct LinkdingInput {
    private let values: [String: JSONValue]
    private(set) var problems: [String: JSONValue] = [:]

    init(_ values: [String: JSONValue]) { self.values = values }

    /// Reads the fields of a form. `tag_names` may occur several times.
    init(_ form: FormFields) {
        var values: [String: JSONValue] = [:]
        for (name, texts) in form.values {
            values[name] =
                name == "tag_names"
                ? .array(texts.map { .string($0) }) : texts.last.map { .string($0) }
        }
        self.values = values
    }

    subscript(name: String) -> JSONValue? { values[name] }

    private mutating func note(_ name: String, _ text: String) {
        problems[name] = [.string(text)]
    }

    /// Returns a text without surrounding blanks; `nil` if it is missing.
    mutating func text(
        _ name: String, most: Int? = nil, mayBeBlank: Bool = true, isRequired: Bool = false
    ) -> String? {
        let text: String
        switch values[name] {
        case nil:
            if isRequired { note(name, "This field is required.") }
            return nil
        case .null?:
            note(name, "This field may not be null.")
            return nil
        case .string(let string)?: text = Self.trimmed(string)
        case .integer(let number)?: text = "\(number)"
        case .number(let number)?: text = "\(number)"
        case .bool, .array, .object:
            note(name, "Not a valid string.")
            return nil
        }
        if text.isEmpty, !mayBeBlank {
            note(name, "This field may not be blank.")
            return nil
        }
        if let most, text.unicodeScalars.count > most {
            note(name, "Ensure this field has no more than \(most) characters.")
            return nil
        }
        return text
    }

    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Returns a flag; `nil` if it is missing.
    mutating func flag(_ name: String) -> Bool? {
        switch values[name] {
        case nil: return nil
        case .bool(let value)?: return value
        case .integer(0)?: return false
        case .integer(1)?: return true
        case .string(let text)? where Self.yes.contains(text.lowercased()): return true
        case .string(let text)? where Self.no.contains(text.lowercased()): return false
        case .null?:
            note(name, "This field may not be null.")
            return nil
        default:
            note(name, "Must be a valid boolean.")
            return nil
        }
    }

    private static let yes: Set<String> = ["true", "t", "yes", "y", "on", "1"]
    private static let no: Set<String> = ["false", "f", "no", "n", "off", "0"]

    /// Returns a time; `nil` if it is missing.
    mutating func time(_ name: String) -> Double? {
        guard let value = values[name] else { return nil }
        if case .string(let text) = value, let time = LinkdingDate.time(text) { return time }
        note(
            name,
            value == .null
                ? "This field may not be null."
                : "Datetime has wrong format. Use one of these formats instead: "
                    + "YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].")
        return nil
    }

    /// Returns one of some words; `nil` if it is missing.
    mutating func choice(_ name: String, of choices: [String]) -> String? {
        guard let text = text(name) else { return nil }
        if choices.contains(text) { return text }
        note(name, "\"\(text)\" is not a valid choice.")
        return nil
    }

    mutating func integer(_ name: String) -> Int? {
        switch values[name] {
        case nil: return nil
        case .integer(let number)?: return number
        case .string(let text)? where Int(text) != nil: return Int(text)
        default:
            note(name, "A valid integer is required.")
            return nil
        }
    }

    /// Returns the tags; `nil` if they are missing, which differs from an empty list.
    mutating func tags() -> [String]? {
        let name = "tag_names"
        guard let value = values[name] else { return nil }
        guard case .array(let items) = value else {
            note(
                name,
                value == .null
                    ? "This field may not be null."
                    : "Expected a list of items but got type \"\(Self.type(of: value))\".")
            return nil
        }
        var tags: [String] = []
        var faults: [String: JSONValue] = [:]
        for (index, item) in items.enumerated() {
            switch item {
            case .string(let text) where !Self.trimmed(text).isEmpty:
                tags += Self.tags(in: text)
            case .string: faults["\(index)"] = ["This field may not be blank."]
            case .integer(let number): tags.append("\(number)")
            case .number(let number): tags.append("\(number)")
            case .null: faults["\(index)"] = ["This field may not be null."]
            default: faults["\(index)"] = ["Not a valid string."]
            }
        }
        if !faults.isEmpty {
            problems[name] = .object(faults)
            return nil
        }
        // If a tag has two spellings, the last one counts.
        return Tags.unique(tags.reversed()).reversed()
    }

    /// Returns the tags in one text: commas separate tags, and blanks within a tag become hyphens.
    static func tags(in text: String) -> [String] {
        text.split(separator: ",").flatMap { part in
            Tags.parsed(
                trimmed(String(part)).split(whereSeparator: \.isWhitespace).joined(separator: "-"))
        }
    }

    /// Returns Python's name of a type.
    static func type(of value: JSONValue) -> String {
        switch value {
        case .null: "NoneType"
        case .bool: "bool"
        case .integer: "int"
        case .number: "float"
        case .string: "str"
        case .array: "list"
        case .object: "dict"
        }
    }

    /// Throws if a field was invalid.
    func check() throws {
        if !problems.isEmpty { throw LinkdingError.fields(problems) }
    }

    mutating func refuse(_ name: String, _ text: String) { note(name, text) }
}
