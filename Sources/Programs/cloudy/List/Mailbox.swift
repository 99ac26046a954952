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
    /// The preferences, and the device that changed them when another one did.
    case preferences(Preferences, device: String?)
    /// All rows, read in the background.
    case rows([BookmarkRow])
    /// Facts that a query will need, and the revision of the list they were read for.
    case foreseen(ForeseenFacts, of: Int)
    /// The links that do not simply work: see `Home.troubledLinks()`.
    case links([String: LinkState])
    /// Documents may have changed, or the index of their text.
    case documents
    /// The bookmarks whose documents have the terms, and the query that waits for them: see
    /// ``DocumentSearch``.
    case found([DocumentTerm: Set<String>], for: Int)
    case sync(SyncState)
    /// It was noted that bookmarks were opened.
    case opened(ids: [String])
    /// Another thread of the list changed these bookmarks.
    case stored(ids: [String])
    /// An operation of a page goes on, or has ended.
    case operation(OperationReport)
    /// An edit that went on for a while has ended.
    case edited(EditReport)
    /// The device may use another account now.
    case account
    /// The present settings of this device, and the lines left out.
    case settings(Settings, problems: [String])
    case event(Event)
    /// No program took these URLs for the clipboard; the terminal may.
    case copyByEscape([String], ActionOutcome)
}

/// Where other threads leave letters for the thread of the list, which they wake.
final class Mailbox: Sendable {
    private let letters = Mutex<[Letter]>([])
    private let waker: Waker

    init(waker: Waker) {
        self.waker = waker
    }

    func post(_ letter: Letter) {
        letters.withLock { $0.append(letter) }
        waker.wake()
    }

    /// Leaves a message for the person.
    func say(_ level: MessageLevel, _ text: String) { post(.event(.message(level, text))) }

    /// Takes all letters out, oldest first.
    func collect() -> [Letter] {
        letters.withLock { letters in
            defer { letters = [] }
            return letters
        }
    }
}
