/// A value of JSON or of a property list, with the line or number of its beginning.
package struct Node: Sendable {
    package enum Value: Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        /// A date in seconds since 1970.
        case date(Double)
        case array([Node])
        case object([(key: String, node: Node)])
    }

    package var value: Value
    var line: Int

    /// The maximum depth of nested values. A folder takes two levels.
    static let deepest = 200
    /// The maximum number of values in a file: far more than any real bookmarks need, and few
    /// enough for any machine's memory.
    static let most = 10_000_000

    /// Returns the value of the first member with a name.
    package subscript(_ key: String) -> Node? { members?.first { $0.key == key }?.node }

    /// Returns the value of the first member with a name or, if allowed, with a name that differs
    /// in case.
    private func member(_ name: String, ignoringCase: Bool) -> Node? {
        if let node = self[name] { return node }
        guard ignoringCase else { return nil }
        return members?.first { ASCII.isSame($0.key, name) }?.node
    }

    /// Returns the value at a path such as `data.url`. A member whose name has dots comes first. In
    /// an array, a name applies to each element, and a number is an index.
    func at(_ path: String, ignoringCase: Bool = false) -> Node? {
        if let node = member(path, ignoringCase: ignoringCase) { return node }
        guard path.utf8.contains(UInt8(ascii: ".")) else { return nil }
        var node: Node? = self
        for part in path.split(separator: ".") {
            guard let current = node else { return nil }
            if let index = Int(part), let elements = current.elements {
                node = elements.indices.contains(index) ? elements[index] : nil
            } else if let elements = current.elements {
                let found = elements.compactMap {
                    $0.member(String(part), ignoringCase: ignoringCase)
                }
                node =
                    found.isEmpty && !elements.isEmpty
                    ? nil : Node(value: .array(found), line: current.line)
            } else {
                node = current.member(String(part), ignoringCase: ignoringCase)
            }
        }
        return node
    }

    package var members: [(key: String, node: Node)]? {
        if case .object(let members) = value { members } else { nil }
    }

    package var elements: [Node]? { if case .array(let elements) = value { elements } else { nil } }

    package var string: String? { if case .string(let string) = value { string } else { nil } }

    var isNumber: Bool { if case .number = value { true } else { false } }

    /// The node as a text: a text or a number; `nil` for anything else. Some programs write `false`
    /// for a missing text.
    package var text: String? {
        switch value {
        case .string(let text): text
        case .number(let number): Decimal.text(number)
        case .null, .bool, .date, .array, .object: nil
        }
    }

    /// The node as a time in seconds since 1970, in any known notation.
    var moment: Double? {
        switch value {
        case .date(let seconds): seconds > 0 && seconds < 1e11 ? seconds : nil
        case .number(let number): Moment.number(number)
        case .string(let text): Moment.parse(text)
        default: nil
        }
    }

    /// Whether the node is meant as a time but cannot be read.
    var isUnreadMoment: Bool {
        switch value {
        case .date, .number: moment == nil && text != "0"
        case .string(let text): Moment.isUnread(text)
        default: false
        }
    }

    /// Whether the node is more than an empty text, null, false or zero.
    var saysSomething: Bool {
        switch value {
        case .null: false
        case .bool(let truth): truth
        case .number(let number): number != 0
        case .string(let text): !text.isEmpty && !["false", "no", "0"].contains(text.lowercased())
        case .date: true
        case .array(let elements): !elements.isEmpty
        case .object(let members): !members.isEmpty
        }
    }

    /// Whether the node means no, which is different from a missing value.
    var isFalse: Bool {
        switch value {
        case .bool(let truth): !truth
        case .number(let number): number == 0
        case .string(let text): ["0", "no", "false"].contains(text.lowercased())
        default: false
        }
    }

    /// Whether the node means yes: as a boolean, a number, or a word.
    var isTrue: Bool {
        switch value {
        case .bool(let truth): truth
        case .number(let number): number != 0
        case .string(let text): ["1", "yes", "true", "unread"].contains(text.lowercased())
        default: false
        }
    }
}
