import Bookmarks

/// An edit of many bookmarks that continues while keys are handled.
public struct OngoingEdit: Sendable, Hashable {
    /// The activity, in one or two words: `deleting`.
    public var verb: String
    public var done = 0
    /// The total number; 0 until it is known.
    public var total: Int
    /// Whether undo takes it back.
    public var isUndoable = true

    public init(_ verb: String, total: Int = 0) {
        self.verb = verb
        self.total = total
    }

    /// The words for the title.
    var words: String {
        total == 0 ? verb : "\(verb) \(grouped(done))/\(grouped(total))"
    }
}

extension Effect {
    /// The number of bookmarks from which an edit takes noticeably long.
    public static let many = 1000

    /// Returns the edit if it takes long; `nil` for quick effects.
    ///
    /// - Parameters:
    ///   - total: the number of bookmarks in the library.
    ///   - changes: the number that undo or redo would change.
    public func ongoing(
        among total: Int, changes: () throws -> Int
    ) rethrows -> OngoingEdit? {
        switch self {
        case .undo, .redo:
            let count = try changes()
            let verb = self == .undo ? "undoing" : "redoing"
            return count >= Self.many ? OngoingEdit(verb, total: count) : nil
        case .pageEdit(let edit):
            // Some edits do not know their number of bookmarks beforehand.
            guard let ongoing = edit.edit.ongoing else { return nil }
            if edit.edit.isAlwaysLong { return ongoing }
            let count = ongoing.total == 0 ? total : ongoing.total
            return count >= Self.many ? ongoing : nil
        default: return nil
        }
    }
}

extension ScreenState {
    /// Reports the beginning of a long edit.
    public mutating func begin(_ edit: OngoingEdit) {
        ongoing = edit
        let what = edit.verb.prefix(1).uppercased() + edit.verb.dropFirst()
        let many = edit.total == 0 ? "" : " \(grouped(edit.total))"
        // A key that has no other effect stops the edit.
        shell.reply(
            shell.text(what + many + shell.symbols.ellipsis, .clear, to: "stop", after: " "))
    }

    mutating func stopEditing() -> [Effect] {
        shell.reply("Stopping" + shell.symbols.ellipsis)
        return [.stopEditing]
    }

    /// Reports that a running edit or import must end before the next can begin.
    public mutating func refuseWhileOngoing(isQuitting: Bool = false) {
        guard let words = ongoing?.words ?? activities.imports.progress?.words else { return }
        let what = isQuitting ? "Quits when this is done" : "Wait until this is done"
        shell.reply(shell.text("\(what): \(words)", .clear, to: "stop"), .warning)
    }

    /// Tells the person that the undo or redo follows when the running edit or import ends. Returns
    /// `false`, and reports why, if undo does not cover it.
    public mutating func acceptReversal(isUndo: Bool) -> Bool {
        let what = isUndo ? "Undo" : "Redo"
        let additions =
            activities.saving.titleWords(shell.symbols)
            ?? activities.attaching.titleWords(shell.symbols)
        if ongoing == nil, let additions {
            shell.reply("\(what) starts when this is done: \(additions)")
            return true
        }
        guard ongoing?.isUndoable ?? true,
            let words = ongoing?.words ?? activities.imports.progress?.words
        else {
            refuseWhileOngoing()
            return false
        }
        shell.reply(shell.text("\(what) starts when this is done: \(words)", .clear, to: "stop"))
        return true
    }
}
