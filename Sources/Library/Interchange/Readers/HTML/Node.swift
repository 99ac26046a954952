/// A value of JSON or of a property list, with the line on which it begins.
package struct Node: Sendable {
    package enum Value: Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        /// Seconds since 1970.
        case date(Double)
        case array([Node])
        case object([(key: String, node: Node)])
    }

    package var value: Value
    var line: Int

    /// How deep values may stand in each other. Folders take two levels each.
    static let deepest = 200
    /// How many values a file may have: far more than anybody's bookmarks, and few enough for the
    /// memory of any machine.
    static let most = 10_000_000

    /// The value of the first member with this name.
    package subscript(_ key: String) -> Node? { members?.first { $0.key == key }?.node }

    /// The value of the first member with this name or, if asked for, with one that differs in
    /// case.
    private func member(_ name: String, ignoringCase: Bool) -> Node? {
        if let node = self[name] { return node }
        guard ignoringCase else { return nil }
        return members?.first { ASCII.isSame($0.key, name) }?.node
    }

    /// The value at a path such as `data.url`. A name that has dots itself comes first. A name on
    /// the way through an array is asked of each element, a number is the place of one.
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

    /// Its text, or its number as a text; `nil` for all else. `false` where a text belongs is how
    /// some programs write that there is none.
    package var text: String? {
        switch value {
        case .string(let text): text
        case .number(let number): Decimal.text(number)
        case .null, .bool, .date, .array, .object: nil
        }
    }

    /// A point in time in seconds since 1970, in whatever way it is written.
    var moment: Double? {
        switch value {
        case .date(let seconds): seconds > 0 && seconds < 1e11 ? seconds : nil
        case .number(let number): Moment.number(number)
        case .string(let text): Moment.text(text)
        default: nil
        }
    }

    /// Whether it is meant as a point in time and is none that can be read.
    var isUnreadMoment: Bool {
        switch value {
        case .date, .number: moment == nil && text != "0"
        case .string(let text): Moment.isUnread(text)
        default: false
        }
    }

    /// Whether it holds anything but an empty text, nothing, no and zero.
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

    /// Whether it says no, which is more than saying nothing.
    var isFalse: Bool {
        switch value {
        case .bool(let truth): !truth
        case .number(let number): number == 0
        case .string(let text): ["0", "no", "false"].contains(text.lowercased())
        default: false
        }
    }

    /// Whether it says yes: as a truth, a number, or a word.
    var isTrue: Bool {
        switch value {
        case .bool(let truth): truth
        case .number(let number): number != 0
        case .string(let text): ["1", "yes", "true", "unread"].contains(text.lowercased())
        default: false
        }
    }
}
