import Bookmarks

/// An edit of many bookmarks that goes on while keys are answered.
public struct OngoingEdit: Sendable, Hashable {
    /// The activity, in one or two words: `deleting`.
    public var verb: String
    public var done = 0
    /// 0 until it is known.
    public var total: Int
    /// Whether undo takes it back.
    public var isUndoable = true

    public init(_ verb: String, total: Int = 0) {
        self.verb = verb
        self.total = total
    }

    /// As the title says it.
    var words: String {
        total == 0 ? verb : "\(verb) \(grouped(done))/\(grouped(total))"
    }
}

extension Effect {
    /// As many bookmarks as take long enough to be changed that a person wonders.
    public static let many = 1000

    /// An edit that takes long; `nil` for effects that take a moment.
    ///
    /// - Parameters:
    ///   - total: how many bookmarks there are.
    ///   - changes: how many of them undo or redo would change.
    public func ongoing(
        among total: Int, changes: () throws -> Int
    ) rethrows -> OngoingEdit? {
        let (verb, count): (String, Int)
        switch self {
        case .undo, .redo:
            (verb, count) = (self == .undo ? "undoing" : "redoing", try changes())
        case .delete(let ids): (verb, count) = ("deleting", ids.count)
        case .change(_, let ids): (verb, count) = ("changing", ids.count)
        case .move(let ids, _): (verb, count) = ("moving", ids.count)
        case .pageEdit(let edit):
            // How many some are about is not known before.
            guard let ongoing = edit.edit.ongoing else { return nil }
            if edit.edit.isAlwaysLong { return ongoing }
            let count = ongoing.total == 0 ? total : ongoing.total
            return count >= Self.many ? ongoing : nil
        default: return nil
        }
        return count >= Self.many ? OngoingEdit(verb, total: count) : nil
    }
}

extension ScreenState {
    /// Says that an edit goes on for a while.
    public mutating func begin(_ edit: OngoingEdit) {
        ongoing = edit
        let what = edit.verb.prefix(1).uppercased() + edit.verb.dropFirst()
        let many = edit.total == 0 ? "" : " \(grouped(edit.total))"
        // A key that does nothing else then stops it.
        reply(text(what + many + symbols.ellipsis, .clear, to: "stop", after: " "))
    }

    mutating func stopEditing() -> [Effect] {
        reply("Stopping" + symbols.ellipsis)
        return [.stopEditing]
    }

    /// Says that there is one going on, or an import, that must end before the next can begin.
    public mutating func refuseWhileOngoing(isQuitting: Bool = false) {
        guard let words = ongoing?.words ?? activities.imports.progress?.words else { return }
        let what = isQuitting ? "Quits when this is done" : "Wait until this is done"
        reply(text("\(what): \(words)", .clear, to: "stop"), .warning)
    }

    /// Says that an edit, or an import, is undone when it has ended, since a person wants that
    /// already. Returns false, and says why, where undo does not cover it.
    public mutating func promiseReversal(isUndo: Bool) -> Bool {
        guard ongoing?.isUndoable ?? true,
            let words = ongoing?.words ?? activities.imports.progress?.words
        else {
            refuseWhileOngoing()
            return false
        }
        let what = isUndo ? "Undo" : "Redo"
        reply(text("\(what) starts when this is done: \(words)", .clear, to: "stop"))
        return true
    }
}
