import Synchronization

/// The fields that workers edit, each with a text that occurs nowhere else.
enum TorturedField: String, CaseIterable {
    case name, notes, url, tags
}

/// Something that a worker did, or tried to do.
struct Deed {
    enum Kind: Hashable {
        case add
        case edit(TorturedField)
        case delete
    }

    enum Outcome {
        /// The program said that it was done: exit status 0, or its message on the screen.
        case acknowledged
        /// It may have been done: the program was killed, failed, or its message was not seen.
        case unknown
    }

    var kind: Kind
    /// The mark in the URL of the bookmark that it is about.
    var mark: String
    /// The text that it brings, which no other deed has.
    var token: String
    var device: String
    var start: ContinuousClock.Instant
    var end: ContinuousClock.Instant
    var outcome: Outcome
}

/// A bookmark that the workers know of.
struct KnownBookmark {
    var mark: String
    /// Known to workers that add by command.
    var id: String?
    /// The device that added it.
    var device: String
    /// Fields that a worker has set out to edit.
    var claimed: Set<TorturedField> = []
    /// Its fields are edited by everybody.
    var isHot = false
    var isVictim = false
}

/// The shared knowledge of all workers, and their deeds.
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

    /// A text of letters that was never given before: digits could be read as part of others.
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

    /// Dooms one of the workers to a `kill -9`.
    func doom(_ worker: Int) { state.withLock { $0.doomed = worker } }

    /// Whether a worker must die in what it does next.
    func takeDoom(_ worker: Int) -> Bool {
        state.withLock { state in
            guard state.doomed == worker else { return false }
            state.doomed = nil
            state.kills += 1
            return true
        }
    }

    /// A bookmark to edit, and the field, which no other worker edits unless it is a hot one.
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
