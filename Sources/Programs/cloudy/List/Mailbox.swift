import Bookmarks
import BookmarksUI
import CursesTerminal
import KeyValueStore
import Synchronization

/// A message of another thread to the list.
enum Letter: Sendable {
    case external(ExternalChange)
    /// The bookmarks with a conflict: see `BookmarkCatalog.conflicts()`.
    case conflicts([String: String])
    /// The preferences, and where they were changed, if that was not here.
    case preferences(Preferences, place: String?)
    /// All rows, read in the background.
    case rows([BookmarkRow])
    /// Facts that a query will need, and the revision of the list they were read for.
    case foreseen(ForeseenFacts, of: Int)
    /// The links that do not simply work: see `Home.linkProblems()`.
    case links([String: LinkState])
    /// Documents may have changed, or the index of their text.
    case documents
    /// The bookmarks whose documents have the terms, and the query that waits for them: see
    /// ``DocumentSearch``.
    case found([DocumentTerm: Set<String>], for: Int)
    case sync(SyncState)
    /// These bookmarks were opened.
    case opened(ids: [String])
    /// Another thread of the list changed these bookmarks.
    case stored(ids: [String])
    /// An operation of a page has made progress, or ended.
    case operation(OperationReport)
    /// A long edit has ended.
    case edited(EditReport)
    /// The device may use another account now.
    case account
    /// The current settings of this device, and the problems of the file.
    case settings(Settings, problems: [String])
    case event(Event)
    /// No program copied these URLs; the terminal may.
    case copyByEscape([String], ActionOutcome)

    /// Whether this replaces an earlier, unread letter: both have a whole state.
    fileprivate func replaces(_ earlier: Letter) -> Bool {
        switch (self, earlier) {
        case (.conflicts, .conflicts), (.links, .links), (.documents, .documents),
            (.account, .account):
            true
        default: false
        }
    }
}

/// Passes letters from other threads to the thread of the list, and wakes it.
final class Mailbox: Sendable {
    private let letters = Mutex<[Letter]>([])
    private let waker: Waker

    init(waker: Waker) {
        self.waker = waker
    }

    func post(_ letter: Letter) {
        letters.withLock { letters in
            // While a text editor has the terminal, letters wait, maybe for hours.
            letters.removeAll { letter.replaces($0) }
            letters.append(letter)
        }
        waker.wake()
    }

    /// Posts a message for the person.
    func say(_ level: MessageLevel, _ text: String) { post(.event(.message(level, text))) }

    /// Takes all letters out, oldest first.
    func collect() -> [Letter] {
        letters.withLock { letters in
            defer { letters = [] }
            return letters
        }
    }
}
