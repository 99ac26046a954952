import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import Documents
import KeyValueStore

extension Home {
    /// The content of a document, fetched from the cloud where it is not on this device. A terminal
    /// shows how far that is.
    ///
    /// - Parameter version: the version that is wanted; `nil` for the one that shows.
    func contentNow(
        of document: Document, _ version: DocumentVersion? = nil
    ) throws -> [UInt8] {
        let version = version ?? document.head
        if let content = try? contents.content(version.content) { return content }
        let line = ProgressLine()
        let (fetched, _) = try runInterruptibly(line) { [self] in
            try await self.content(of: version) { progress in
                line.show(
                    "Fetching \(byteCount(progress.done)) of \(byteCount(progress.total))")
            }
        }
        guard let fetched else {
            throw absence(of: document, version)
        }
        return fetched
    }

    /// The documents of a bookmark, the first added first.
    func documentRows(ofBookmark id: String) throws -> [DocumentRow] {
        let documents = try documents(ofBookmark: id)
        if documents.isEmpty { return [] }
        let unsent = try documentExchange.map { Set(try $0.unsent().map(\.content)) }
        return documents.map { DocumentRow($0, state(of: $0, unsent: unsent ?? [])) }
    }

    /// Where a document is, given the contents that the cloud does not have.
    func state(of document: Document, unsent: Set<ChunkName>) -> DocumentState {
        let content = document.head.content
        if document.isInConflict { return .conflict }
        if !contents.isWhole(content) { return isSent(content, []) == false ? .missing : .remote }
        return unsent.contains(content) ? .unsent : .here
    }
}

extension Home {
    /// Whether the cloud has a content, given those that are noted as sent; `nil` where only the
    /// cloud could tell.
    func isSent(_ content: ChunkName, _ sent: Set<ChunkName>) -> Bool? {
        if let isThere = isInLocalCloud(content) { return isThere }
        return contents.contains(content) || sent.contains(content) ? sent.contains(content) : nil
    }
}

/// Sends the contents of documents. Contents that stay unsent are sent later, without an error.
func sendDocuments(_ home: Home) {
    guard let failure = exchangeDocuments(home, onlySending: true, "Sending") else { return }
    complain((failure.isAbsent ? "" : "Documents wait to be sent. ") + failure.reason)
}

/// Exchanges the contents of documents with the cloud, and shows on a terminal how far it is.
/// Ctrl-C leaves the rest for later. Says which documents are left, and why.
func exchangeDocuments(_ home: Home) {
    let failure = exchangeDocuments(home, onlySending: false, "Exchanging")
    switch try? home.device.syncState().phase {
    case .idle, .held: break
    // The sync has said why nothing moves.
    default: return
    }
    let waiting = try? WaitingDocuments(home, after: failure)
    for sentence in waiting?.sentences ?? [] { complain(sentence) }
    if let failure, waiting?.groups.isEmpty != false { complain(failure.reason) }
}

/// Why an exchange of contents ended early.
struct EarlyEnd {
    /// In a sentence or two.
    var reason: String
    /// Whether the cloud keeps no contents.
    var isAbsent = false
}

private func exchangeDocuments(
    _ home: Home, onlySending: Bool, _ what: String
) -> EarlyEnd? {
    let line = ProgressLine()
    do {
        _ = try runInterruptibly(line) {
            try await home.exchangeDocuments(onlySending: onlySending, waits: !onlySending) {
                progress in
                line.show(
                    "\(what) documents: \(byteCount(progress.done)) of "
                        + byteCount(progress.total))
            }
        }
    } catch is Stopped {
        return EarlyEnd(reason: "You stopped this. The next sync continues it.")
    } catch {
        let isAbsent = (error as? ChunkStoreError)?.code == .absent
        return EarlyEnd(reason: message(for: error), isAbsent: isAbsent)
    }
    return nil
}
