import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore

/// Asks documents what a query needs of them. This takes longer than a key may: another thread
/// does it, and the list stays as it is until the answer comes.
struct DocumentSearch {
    private let home: Home
    private let mailbox: Mailbox
    /// The query that waits for an answer.
    private var waiting: Query?
    /// The number of queries so far.
    private var count = 0

    init(_ home: Home, _ mailbox: Mailbox) {
        self.home = home
        self.mailbox = mailbox
    }

    /// Begins a new query. Returns whether it waits for an answer, or can be shown at once.
    mutating func begin(_ query: Query, in list: BookmarkList) -> Bool {
        count += 1
        let terms = query.documentTerms.subtracting(list.knownDocumentTerms)
        waiting = terms.isEmpty ? nil : query
        if !terms.isEmpty { ask(terms) }
        return !terms.isEmpty
    }

    /// Asks again what the list shows, since documents have changed.
    func askAgain(for list: BookmarkList) {
        let terms = (waiting ?? list.search).documentTerms
        if !terms.isEmpty { ask(terms) }
    }

    private func ask(_ terms: Set<DocumentTerm>) {
        Task.detached { [home, mailbox, count] in
            do {
                var answers: [DocumentTerm: Set<String>] = [:]
                for term in terms { answers[term] = try home.catalog.bookmarks(having: term) }
                mailbox.post(.found(answers, for: count))
            } catch is TextIndex.Damaged {
                // The index is made again, and then asked again.
                home.device.ring()
            } catch {
                mailbox.say(.error, message(for: error))
            }
        }
    }

    /// Shows the answer to the latest query. Returns whether the list may have changed.
    mutating func receive(
        _ answers: [DocumentTerm: Set<String>], for number: Int, in controller: BookmarksController
    ) throws -> Bool {
        let terms = (waiting ?? controller.list.search).documentTerms
        // A key after the list asked again does not make that answer outdated.
        let isWanted = waiting == nil && answers.keys.contains(where: terms.contains)
        guard number == count || isWanted else { return false }
        if let query = waiting {
            waiting = nil
            try controller.know(answers)
            try controller.filter(query)
            return true
        }
        if answers.allSatisfy({ controller.list.knows($0.value, for: $0.key) }) { return false }
        try controller.know(answers)
        return true
    }
}
