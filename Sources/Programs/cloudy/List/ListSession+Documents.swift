import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import Documents
import WebPages

// Searching documents takes longer than a key may: another thread does it, and the list stays as it
// is until the answer comes.

extension ListSession {
    /// Keeps the index of the text of documents up to date.
    func textIndexTask() -> Task<Void, Never> {
        Task.detached(priority: .background) { [home, mailbox] in
            await home.runTextIndex(PageExtraction()) { mailbox.post(.documents) }
        }
    }

    /// Shows how far transfers are, whichever process makes them.
    func transfersTask() -> Task<Void, Never> {
        Task.detached(priority: .background) { [home, mailbox] in
            await home.followTransfers { transfers in
                mailbox.post(.event(.answer(transfers, to: TransfersRequest())))
            }
        }
    }

    /// Says which documents are in conflict since this was called last.
    static func sayConflicts(
        _ home: Home, since before: inout [String: DocumentConflict], _ mailbox: Mailbox
    ) {
        let found = home.documentConflicts()
        let new = found.filter { before[$0.key] != $0.value }.values.sorted { $0.id < $1.id }
        before = found
        if let conflict = new.first {
            mailbox.post(.event(.message(.warning, conflict.notice(now()))))
        }
    }

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
                mailbox.post(.event(.message(.error, message(for: error))))
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
