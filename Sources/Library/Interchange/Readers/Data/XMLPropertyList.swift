/// Reads property lists in XML.
enum XMLPropertyList {
    static func value(_ bytes: [UInt8]) throws(ImportError) -> Node {
        var builder = Builder()
        for event in try XMLReader.events(bytes) { builder.take(event) }
        guard let root = builder.root else {
            throw ImportError("this property list is empty")
        }
        return root
    }

    private struct Builder {
        var root: Node?
        /// Arrays and dictionaries that are not closed yet.
        private var open: [Container] = []
        private var text = ""
        private var line = 0

        mutating func take(_ event: XMLEvent) {
            switch event {
            case .open(let name, _, let line):
                text = ""
                self.line = line
                if name == "dict" || name == "array" {
                    open.append(Container(isArray: name == "array", line: line))
                }
            case .text(let part): text += part
            case .close(let name): close(name)
            }
        }

        private mutating func close(_ name: String) {
            switch name {
            case "dict", "array": if let node = open.popLast()?.node { add(node) }
            case "key": if !open.isEmpty { open[open.count - 1].key = text }
            case "string": add(Node(value: .string(text), line: line))
            case "integer", "real":
                add(Node(value: Double(text.trimmed).map { .number($0) } ?? .null, line: line))
            case "true", "false": add(Node(value: .bool(name == "true"), line: line))
            case "date":
                add(Node(value: Moment.parse(text).map { .date($0) } ?? .null, line: line))
            case "data": add(Node(value: .null, line: line))
            default: break
            }
            text = ""
        }

        private mutating func add(_ node: Node) {
            guard !open.isEmpty else {
                root = root ?? node
                return
            }
            open[open.count - 1].values.append((open[open.count - 1].key, node))
        }
    }

    private struct Container {
        var isArray: Bool
        var line: Int
        /// The key of the next value.
        var key = ""
        var values: [(key: String, node: Node)] = []

        var node: Node {
            Node(value: isArray ? .array(values.map(\.node)) : .object(values), line: line)
        }
    }
}
