import AgentMessages
import DeviceStore
import FileCoordination

/// The state of the keys of this device and of its server, in words.
struct KeyStateWords {
    private let state: KeyState
    private let url: String
    private let notes: SealingNotes

    init(_ state: KeyState, _ location: HomeLocation) {
        self.state = state
        url = location.remote?.url ?? ""
        // Read after asking, which may have updated the notes.
        notes = location.sealingNotes()
    }

    /// For people.
    var text: String {
        guard state.isReached else { return remembered }
        guard let found = state.found else {
            if let kept = state.kept {
                return "\(url) is used unsealed (--unsealed): anyone with access to it can read "
                    + "it. The key \(kept) is kept. To seal it: “cloudy key seal”"
            }
            guard let own = state.own else {
                return "\(url) is not sealed: anyone with access to it can read it. To seal it: "
                    + "cloudy key create"
            }
            return "\(url) is not sealed yet, but this device has the key \(own): nothing is sent. "
                + "To seal it: “cloudy key seal”. To let the server read everything: “cloudy "
                + "cloud use \(url) --unsealed”"
        }
        if found.isOpened {
            return "\(url) is sealed\(since); the current key is \(found.key)\(unsealed). \(opened)"
        }
        let key = found.key.isEmpty ? "of another program" : found.key
        let noticed =
            notes.lockedSince.flatMap { $0 > 0 ? ", found \(Self.moment($0))" : nil } ?? ""
        let count =
            state.closed.map { " \($0 == 1 ? "1 record" : "\($0) records") there." } ?? ""
        return "\(url) is sealed with the key \(key)\(noticed), and this device has "
            + (state.own.map { "another, \($0)" } ?? "no key") + ": nothing is sent.\(count) Type "
            + "“cloudy key show” on a device that has it, then “cloudy key enter” here."
    }

    /// The state that is known without the server.
    private var remembered: String {
        if notes.isLocked(for: state.own) {
            return "\(url) was found sealed, and this device has "
                + (state.own.map { "another key, \($0)" } ?? "no key") + ". To get it: cloudy key "
                + "enter"
        }
        // Without asking the server, only problems are worth a word.
        let unopened = notes.unreadableCount == 0 ? "" : " \(opened)"
        return state.own.map { "This device has the key \($0) for \(url).\(unopened)" }
            ?? state.kept.map { "\(url) is used unsealed; the key \($0) is kept." }
            ?? "This device has no key for \(url)."
    }

    /// The time of the first key, even if it was another one.
    private var since: String {
        state.found?.since.map { " since \(Self.moment($0))" } ?? ""
    }

    private var unsealed: String {
        switch notes.unsealedCount {
        case 0: ""
        case let count:
            ", but \(count == 1 ? "1 record is" : "\(count) records are") still unencrypted: the "
                + "cloud has no more space for this account. Delete bookmarks to free space; "
                + "sealing then continues automatically"
        }
    }

    private var opened: String {
        switch notes.unreadableCount {
        case 0: "All records could be opened."
        case 1: "1 record cannot be opened: cloudy verify"
        case let count: "\(count) records cannot be opened: cloudy verify"
        }
    }

    private static func moment(_ milliseconds: Int64) -> String {
        LocalTime.text(Double(milliseconds) / 1000, as: "%Y-%m-%d %H:%M")
    }

    /// For programs.
    var json: String {
        let isSealed = state.isReached ? "\(state.found != nil)" : "null"
        return JSON.object([
            "cloud": JSON.string(url), "key": state.own.map(JSON.string) ?? "null",
            "locked": "\(notes.isLocked(for: state.own))", "reached": "\(state.isReached)",
            "sealed": isSealed, "sealedWith": state.found.map { JSON.string($0.key) } ?? "null",
            "since": state.found?.since.map { JSON.number(Double($0) / 1000) } ?? "null",
            "unreadable": "\(state.closed ?? notes.unreadableCount)",
            "unsealed": "\(notes.unsealedCount)",
        ])
    }
}
