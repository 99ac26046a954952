package import BookmarkServer

extension JSONValue {
    subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    subscript(index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) {
            elements[index]
        } else {
            nil
        }
    }

    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var strings: [String] {
        if case .array(let items) = self { items.compactMap(\.string) } else { [] }
    }
}
