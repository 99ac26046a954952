import FoundationEssentials
import TestSupport

/// The parts of Docs/Reference/openapi.json with which answers are checked: paths, methods,
/// statuses, content types, and the members of an answer.
struct OpenAPI {
    private let document: JSONValue

    init() throws {
        let path = "\(Places.repository)/Docs/Reference/openapi.json"
        let data = try Data(contentsOf: URL(filePath: path))
        document = try JSONDecoder().decode(JSONValue.self, from: data)
    }

    /// The calls in the description, one for each method of each path.
    var calls: Set<String> {
        var calls: Set<String> = []
        for (path, item) in document["paths"].members {
            for method in item.members.keys where method != "parameters" {
                calls.insert("\(method.uppercased()) \(path)")
            }
        }
        return calls
    }

    /// The call of the description that matches a request; `nil` if there is none.
    func call(_ method: String, _ target: String) -> String? {
        let parts = target.prefix { $0 != "?" }.split(
            separator: "/", omittingEmptySubsequences: false)
        let paths = document["paths"].members.keys.filter { path in
            let names = path.split(separator: "/", omittingEmptySubsequences: false)
            return names.count == parts.count
                && zip(names, parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }
        // A literal name takes precedence over a parameter.
        let path = paths.min { $0.count { $0 == "{" } < $1.count { $0 == "{" } }
        guard let path, case .object = document["paths"][path][method.lowercased()] else {
            return nil
        }
        return "\(method) \(path)"
    }

    /// The parts of an answer that the description does not allow.
    func problems(with answer: HTTPAnswer, to call: String) -> [String] {
        let parts = call.split(separator: " ", maxSplits: 1).map(String.init)
        let operation = document["paths"][parts[1]][parts[0].lowercased()]
        let found = resolved(operation["responses"]["\(answer.status)"])
        guard case .object = found else { return ["\(call) has no \(answer.status)"] }
        if case .null = found["content"], answer.body.isEmpty { return [] }
        let type = answer.contentType.prefix { $0 != ";" }
        let content = found["content"][String(type)]
        guard case .object = content else { return ["\(call) has no \(type)"] }
        guard type == "application/json" else { return [] }
        guard let body = try? JSONDecoder().decode(JSONValue.self, from: Data(answer.body.utf8))
        else { return ["\(call): \(answer.body) is no JSON"] }
        return problems(body, content["schema"], "body").map { "\(call): \($0)" }
    }

    private func problems(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
        let schema = resolved(schema)
        var found = schema["allOf"].elements.flatMap { problems(value, $0, place) }
        if case .string(let type) = schema["type"], type != value.type,
            !(type == "number" && value.type == "integer")
        {
            found.append("\(place) is \(value.type) and not \(type)")
        }
        for case .string(let name) in schema["required"].elements
        where value.members[name] == nil {
            found.append("\(place) lacks \(name)")
        }
        if case .array(let allowed) = schema["enum"], !allowed.contains(value) {
            found.append("\(place) is \(value), which is none of \(allowed)")
        }
        for (name, member) in schema["properties"].members {
            guard let inner = value.members[name] else { continue }
            found += problems(inner, member, "\(place).\(name)")
        }
        for (index, element) in value.elements.enumerated() where schema["items"] != .null {
            found += problems(element, schema["items"], "\(place)[\(index)]")
        }
        return found
    }

    private func resolved(_ value: JSONValue) -> JSONValue {
        guard case .string(let reference) = value["$ref"] else { return value }
        return reference.split(separator: "/").dropFirst().reduce(document) { $0[String($1)] }
    }
}

/// Any value of JSON.
enum JSONValue: Decodable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // The most common types come first, since the testing library records where each error was
        // thrown.
        if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([String: JSONValue].self) {
            self = .object(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    subscript(_ name: String) -> JSONValue { members[name] ?? .null }

    var members: [String: JSONValue] {
        if case .object(let members) = self { members } else { [:] }
    }

    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

    /// The name of the type in JSON Schema.
    var type: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
