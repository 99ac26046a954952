import FoundationEssentials
import Replication

/// Converts values of a store to text and back.
///
/// JSON has no data, no dates and no infinite numbers, and does not distinguish 1.0 from 1. Within
/// arrays and dictionaries such a value is an object of one member, such as `{"$date":0}`; a
/// dictionary that looks like one has another `$`.
enum StoreValueText {
    /// Returns the type of a value, as in `--type`.
    static func type(of value: PropertyListValue) -> String {
        switch value {
        case .string: "string"
        case .integer, .unsigned: "integer"
        case .real: "double"
        case .boolean: "bool"
        case .data: "data"
        case .date, .referenceDate: "date"
        case .array: "array"
        case .dictionary: "dictionary"
        }
    }

    /// Returns the value for a script: a string unchanged, data in Base64, a date in seconds since
    /// 1970, and other types as JSON.
    static func plain(_ value: PropertyListValue) -> String {
        switch value {
        case .string(let text): text
        case .real(let number): "\(number)"
        case .data(let bytes): Data(bytes).base64EncodedString()
        case .date, .referenceDate: seconds(of: value)
        case .integer, .unsigned, .boolean, .array, .dictionary: json(value)
        }
    }

    /// Returns the value to print with its type: types that JSON lacks are in the form of
    /// ``plain(_:)``.
    static func typed(_ value: PropertyListValue) -> String {
        switch value {
        case .real(let number): number.isFinite ? "\(number)" : JSON.string(plain(value))
        case .data: JSON.string(plain(value))
        case .date, .referenceDate: JSON.number(value.date)
        case .string, .integer, .unsigned, .boolean, .array, .dictionary: json(value)
        }
    }

    /// Returns JSON for a nested value, which ``value(ofJSON:)`` reads back.
    static func json(_ value: PropertyListValue) -> String {
        switch value {
        case .string(let text): JSON.string(text)
        case .integer(let number): "\(number)"
        case .unsigned(let number): "\(number)"
        case .boolean(let truth): truth ? "true" : "false"
        case .data: tagged(dataTag, JSON.string(plain(value)))
        case .date(let time): tagged(dateTag, number(time))
        case .referenceDate(let time): tagged(referenceDateTag, number(time))
        case .real(let number):
            if !number.isFinite {
                tagged(doubleTag, JSON.string("\(number)"))
            } else if number.rounded() == number {
                tagged(doubleTag, "\(number)")
            } else {
                "\(number)"
            }
        case .array(let values): JSON.array(values.map(json))
        case .dictionary(let fields):
            "{"
                + fields.sorted { $0.key < $1.key }.map { name, value in
                    let mark = fields.count == 1 && name.hasPrefix("$") ? "$" : ""
                    return JSON.string(mark + name) + ":" + json(value)
                }.joined(separator: ",") + "}"
        }
    }

    private static func seconds(of date: PropertyListValue) -> String {
        guard let time = date.date else { return "" }
        return time.isFinite ? JSON.number(time) : "\(time)"
    }

    /// Reads a value typed as JSON; `nil` for any other text, and if it contains a `null`.
    static func value(ofJSON text: String) -> PropertyListValue? {
        try? JSONDecoder().decode(StoredJSON.self, from: Data(text.utf8)).value
    }

    /// Returns the value of an object of one member; `nil` if it is not such a value.
    fileprivate static func value(_ tag: String, _ content: PropertyListValue) -> PropertyListValue?
    {
        switch (tag, content) {
        case (dataTag, .string(let text)): Data(base64Encoded: text).map { .data(Array($0)) }
        case (dateTag, _): time(content).map { .date($0) }
        case (referenceDateTag, _): time(content).map { .date(sinceReference: $0) }
        case (doubleTag, .string(let text)): Double(text).map { .real($0) }
        case (doubleTag, _): content.number.map { .real($0) }
        default: nil
        }
    }

    /// JSON has no infinity, which a program may store as a date.
    private static func number(_ time: Double) -> String {
        time.isFinite ? "\(time)" : JSON.string("\(time)")
    }

    private static func time(_ content: PropertyListValue) -> Double? {
        if case .string(let text) = content { Double(text) } else { content.number }
    }

    private static func tagged(_ tag: String, _ content: String) -> String {
        "{\(JSON.string(tag)):\(content)}"
    }

    fileprivate static let tags: Set = [dataTag, dateTag, referenceDateTag, doubleTag]
    private static let dataTag = "$data"
    private static let dateTag = "$date"
    private static let referenceDateTag = "$dateSince2001"
    private static let doubleTag = "$double"
}

extension PropertyListValue {
    /// The value as a number, if it is one.
    fileprivate var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }
}

/// JSON, decoded as the value of a store.
private struct StoredJSON: Decodable {
    var value: PropertyListValue

    init(from decoder: any Decoder) throws {
        let one = try decoder.singleValueContainer()
        if let truth = try? one.decode(Bool.self) {
            value = .boolean(truth)
        } else if let number = try? one.decode(Int64.self) {
            value = .integer(number)
        } else if let number = try? one.decode(UInt64.self) {
            value = .unsigned(exactly: number)
        } else if let number = try? one.decode(Double.self) {
            value = .real(number)
        } else if let text = try? one.decode(String.self) {
            value = .string(text)
        } else if let values = try? one.decode([StoredJSON].self) {
            value = .array(values.map(\.value))
        } else {
            value = try Self.dictionary(one.decode([String: StoredJSON].self))
        }
    }

    private static func dictionary(_ fields: [String: StoredJSON]) throws -> PropertyListValue {
        guard fields.count == 1, let (name, field) = fields.first, name.hasPrefix("$") else {
            return .dictionary(fields.mapValues(\.value))
        }
        if name.hasPrefix("$$") { return .dictionary([String(name.dropFirst()): field.value]) }
        if let value = StoreValueText.value(name, field.value) { return value }
        if !StoreValueText.tags.contains(name) { return .dictionary([name: field.value]) }
        throw NoStoredValue()
    }
}

/// The error for an object of one member with an invalid content.
private struct NoStoredValue: Error {}
