import Synchronization

/// The fields that workers edit, each time with a unique text.
enum TorturedField: String, CaseIterable {
    case name, notes, url, tags
}

/// An action that a worker did, or tried to do.
struct Deed {
    enum Kind: Hashable {
        case add
        case edit(TorturedField)
        case delete
    }

    enum Outcome {
        /// The program confirmed the action, by exit status 0 or by its message on the screen.
        case acknowledged
        /// The action may have been done: the program was killed, failed, or its message was not
        /// seen.
        case unknown
    }

    var kind: Kind
    /// The mark in the URL of the bookmark.
    var mark: String
    /// The text that the action writes, which no other action writes.
    var token: String
    var device: String
    var start: ContinuousClock.Instant
    var end: ContinuousClock.Instant
    var outcome: Outcome
}

/// A bookmark that the workers know.
struct KnownBookmark {
    var mark: String
    /// The id, which only workers that add by command know.
    var id: String?
    /// The device that added it.
    var device: String
    /// Fields that a worker has chosen to edit.
    var claimed: Set<TorturedField> = []
    /// Whether all workers may edit its fields.
    var isHot = false
    var isVictim = false
}

/// The shared knowledge of all workers, and their actions.
final class TortureJournal: Sendable {
    private struct State {
        var bookmarks: [KnownBookmark] = []
        var deeds: [Deed] = []
        var incidents: [String] = []
        var kills = 0
        var doomed: Int?
        var lastToken = 0
    }

    private let state = Mutex(State())

    /// A unique text of letters: a number could be a part of another one.
    func newToken() -> String {
        state.withLock { state in
            state.lastToken += 1
            let digits = String(state.lastToken, radix: 10).map { digit in
                Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(digit.wholeNumberValue ?? 0)))
            }
            return "z\(String(digits))z"
        }
    }

    func note(_ deed: Deed) { state.withLock { $0.deeds.append(deed) } }

    func note(_ bookmark: KnownBookmark) { state.withLock { $0.bookmarks.append(bookmark) } }

    /// Notes something that must not happen.
    func noteIncident(_ text: String) { state.withLock { $0.incidents.append(text) } }

    var deeds: [Deed] { state.withLock { $0.deeds } }
    var incidents: [String] { state.withLock { $0.incidents } }
    var kills: Int { state.withLock { $0.kills } }

    /// Chooses a worker to be killed with `kill -9`.
    func doom(_ worker: Int) { state.withLock { $0.doomed = worker } }

    /// Whether a worker must be killed during its next action.
    func takeDoom(_ worker: Int) -> Bool {
        state.withLock { state in
            guard state.doomed == worker else { return false }
            state.doomed = nil
            state.kills += 1
            return true
        }
    }

    /// A bookmark and a field to edit. No other worker edits that field, unless the bookmark is
    /// hot.
    func claimEdit(
        fields: [TorturedField], onlyOf device: String?,
        using random: inout some RandomNumberGenerator
    ) -> (KnownBookmark, TorturedField)? {
        state.withLock { state in
            guard let field = fields.randomElement(using: &random) else { return nil }
            let wantsHot = Int.random(in: 0..<4, using: &random) == 0
            let free = state.bookmarks.indices.filter { index in
                let bookmark = state.bookmarks[index]
                if bookmark.isHot || wantsHot { return bookmark.isHot && wantsHot }
                return !bookmark.isVictim && (device == nil || bookmark.device == device)
                    && !bookmark.claimed.contains(field)
            }
            guard let index = free.randomElement(using: &random) else { return nil }
            state.bookmarks[index].claimed.insert(field)
            return (state.bookmarks[index], field)
        }
    }

    /// A bookmark to delete, which no worker begins to edit afterwards.
    func claimDeletion(
        onlyOf device: String?, using random: inout some RandomNumberGenerator
    ) -> KnownBookmark? {
        state.withLock { state in
            let free = state.bookmarks.indices.filter { index in
                let bookmark = state.bookmarks[index]
                return !bookmark.isVictim && !bookmark.isHot
                    && (device == nil || bookmark.device == device)
            }
            guard let index = free.randomElement(using: &random) else { return nil }
            state.bookmarks[index].isVictim = true
            return state.bookmarks[index]
        }
    }
}
