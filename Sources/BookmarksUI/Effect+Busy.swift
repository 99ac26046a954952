import Bookmarks

/// An edit of many bookmarks that goes on while keys are answered.
public struct OngoingEdit: Sendable, Hashable {
    /// What is done, in one word: `deleting`.
    public var verb: String
    public var done = 0
    /// 0 until it is known.
    public var total: Int

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

    /// What goes on for a while, for an effect that says how much it is; `nil` for what is done in
    /// a moment.
    public var ongoing: OngoingEdit? {
        let (verb, count) =
            switch self {
            case .delete(let ids): ("deleting", ids.count)
            case .change(_, let ids): ("changing", ids.count)
            case .move(let ids, _): ("moving", ids.count)
            case .mergeDuplicates(let groups): ("merging", groups.count)
            case .join: ("joining", Self.many)
            default: ("", 0)
            }
        if self == .join { return OngoingEdit(verb) }
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
        reply(text(what + many + symbols.ellipsis, " ", .clear, "stops it"))
    }

    mutating func stopEditing() -> [Effect] {
        reply("Stopping" + symbols.ellipsis)
        return [.stopEditing]
    }

    /// Says that there is one going on that must end before the next can begin.
    public mutating func refuseWhileOngoing(isQuitting: Bool = false) {
        guard let ongoing else { return }
        let what = isQuitting ? "Quits when this is done" : "Wait until this is done"
        reply(text("\(what): \(ongoing.words)", "; ", .clear, "stops it"), .warning)
    }
}
