import Bookmarks
import Documents
import FileCoordination
import KeyValueStore
import Replication

// The results of undo and redo, in words for a person.

extension EditSession {
    /// The session in a few words.
    var words: String {
        if let (door, name) = door { return door.words(name) }
        return switch self {
        case .command: "by a command"
        case .closedList: "in a list that was closed"
        default: "in another terminal"
        }
    }
}

extension EditDoor {
    /// Returns the program that used this door, in a few words.
    fileprivate func words(_ name: String) -> String {
        switch self {
        case .page: "by the browser page (token \(name))"
        case .linkding: "by a linkding program (token \(name))"
        case .floccus: "by floccus (token \(name))"
        case .profile: "by \(name)"
        }
    }
}

extension Reversal {
    /// Returns the result, such as `Undone`, or that another session did it.
    func outcome(_ verb: String) -> String {
        if isForgotten { return "Cannot be \(verb.lowercased()) after deleting forever" }
        if isAnything { return verb }
        return isWhole ? "Already \(verb.lowercased()) elsewhere" : "Not \(verb.lowercased())"
    }

    /// Returns when the step was made.
    func timeText(_ now: Double) -> String { localTime(made, now: now) }

    /// The parts that stay, with reasons, in one line; empty if there are none.
    var stayingWords: String {
        guard let first = staying.first else { return "" }
        let rest = stayingCount > 1 ? " and of \(stayingCount - 1) more" : ""
        if let kind = first.kind { return words(kind, first) }
        if first.isForgotten {
            let what = first.name.isEmpty ? "the document" : "“\(first.name)”"
            return "\(what)\(more) was deleted forever"
        }
        if first.fields.isEmpty {
            return "“\(first.name)”\(more) was edited since and stays as it is"
        }
        let fields = first.fields.map { $0 == "url" ? "URL" : $0 }.joinedWithAnd
        return "the \(fields) of “\(first.name)”\(rest) was edited since and stays as it is"
    }

    /// The number of the step's items that were deleted forever, in words; `nil` if none or all
    /// were.
    var forgottenWords: String? {
        if forgottenCount == 0 || isForgotten { return nil }
        let was = forgottenCount == 1 ? "was" : "were"
        return "\(grouped(forgottenCount)) of \(grouped(forgottenCount + ids.count)) items \(was) "
            + "deleted forever"
    }

    private func words(_ kind: Document.Kind, _ staying: Staying) -> String {
        let (what, done) =
            switch kind {
            case .page: ("the page “\(staying.name)”", "saved")
            case .note: ("the note", "written")
            case .file: ("the file “\(staying.name)”", "attached")
            }
        let stays = "\(what)\(more) was \(done) again since and stays as it is"
        guard let document = staying.document else { return stays }
        return staying.isUnsettled
            ? "\(stays). To take a version: cloudy settle \(staying.id) --take NUMBER"
            : "\(stays). To choose a version: cloudy docs restore \(document) NUMBER"
    }

    private var more: String { stayingCount > 1 ? " and \(stayingCount - 1) more" : "" }
}

/// Returns a time on this machine's clock: `14:02` for today, else `2026-11-22 14:02`.
func localTime(_ time: Double, now: Double) -> String {
    let time = CalendarTime.clamped(time.isFinite ? time : 0)
    let (day, clock) = (LocalTime.text(time, as: "%Y-%m-%d"), LocalTime.text(time, as: "%H:%M"))
    return day == LocalTime.text(now, as: "%Y-%m-%d") ? clock : "\(day) \(clock)"
}
