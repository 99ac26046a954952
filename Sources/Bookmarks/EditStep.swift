import Replication

/// What one command changed, so that it can be taken back and done again.
///
/// Taking back is a new edit. It sets back just the fields that the command changed, so that what
/// another device has changed since in other fields stays.
struct EditStep: Sendable, Hashable {
    /// What the command was, for the message line: `Deleted “Swift.org”`.
    var title: String
    var changes: [Change]

    struct Change: Sendable, Hashable {
        var id: String
        /// The fields before and after; `nil` when the bookmark was not there.
        var before: [String: PropertyListValue]?
        var after: [String: PropertyListValue]?

        /// The value to store now, when `current` is there, to get from `from` to `to`.
        static func value(
            _ current: [String: PropertyListValue]?, from: [String: PropertyListValue]?,
            to: [String: PropertyListValue]?
        ) -> [String: PropertyListValue]? {
            guard let to else { return nil }
            guard var fields = current, let from else { return to }
            for field in Set(from.keys).union(to.keys) where from[field] != to[field] {
                fields[field] = to[field]
            }
            return fields
        }
    }
}

/// The commands of a session that can be taken back, and those that were.
struct EditHistory: Sendable {
    /// How many commands can be taken back.
    static let limit = 500

    private var done: [EditStep] = []
    private var undone: [EditStep] = []

    mutating func record(_ step: EditStep) {
        done.append(step)
        if done.count > Self.limit { done.removeFirst() }
        undone = []
    }

    var nextUndo: EditStep? { done.last }
    var nextRedo: EditStep? { undone.last }

    mutating func didUndo() {
        if let step = done.popLast() { undone.append(step) }
    }

    mutating func didRedo() {
        if let step = undone.popLast() { done.append(step) }
    }
}
