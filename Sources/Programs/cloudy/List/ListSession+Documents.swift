import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import Documents

// Searching documents takes longer than a key may: another thread does it, and the list stays as it
// is until the answer comes.

extension ListSession {
    /// Shows what a query finds, at once or when it is known what it asks of documents.
    func filter(_ typed: Query) throws {
        let query = settings.findsInText ? typed.findingInText : typed
        queryCount += 1
        let terms = query.documentTerms.subtracting(controller.list.knownDocumentTerms)
        if terms.isEmpty {
            waitingQuery = nil
            try controller.filter(query)
            return send(.listChanged)
        }
        waitingQuery = query
        ask(terms)
    }

    /// Asks again what the list shows, since documents have changed.
    func followDocuments() {
        let terms = (waitingQuery ?? controller.list.search).documentTerms
        if !terms.isEmpty { ask(terms) }
    }

    private func ask(_ terms: Set<DocumentTerm>) {
        Task.detached { [home, mailbox, number = queryCount] in
            do {
                var answers: [DocumentTerm: Set<String>] = [:]
                for term in terms { answers[term] = try home.catalog.bookmarks(having: term) }
                mailbox.post(.found(answers, for: number))
            } catch is TextIndex.Damaged {
                // The index is made again, and then asked again.
                home.device.ring()
            } catch {
                mailbox.say(.error, message(for: error))
            }
        }
    }

    func take(_ answers: [DocumentTerm: Set<String>], for number: Int) throws {
        guard number == queryCount else { return }
        if let query = waitingQuery {
            waitingQuery = nil
            try controller.know(answers)
            try controller.filter(query)
        } else {
            let known = answers.allSatisfy { controller.list.knows($0.value, for: $0.key) }
            if known { return }
            try controller.know(answers)
        }
        send(.listChanged)
    }
}
