import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import Documents
import FileCoordination
import KeyValueStore
import ReportableErrors

extension Home {
    /// Returns the content of a document, and fetches it from the cloud if it is not on this
    /// device. A terminal shows the progress.
    ///
    /// - Parameter version: the version; `nil` for the shown one.
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

    /// Returns the documents of a bookmark, the oldest first.
    func documentRows(ofBookmark id: String) throws -> [DocumentRow] {
        let documents = try documents(ofBookmark: id)
        if documents.isEmpty { return [] }
        let unsent = try documentExchange.map { Set(try $0.unsent().map(\.content)) }
        return documents.map { DocumentRow($0, state(of: $0, unsent: unsent ?? [])) }
    }

    /// Returns the state of a document, given the contents that the cloud lacks.
    func state(of document: Document, unsent: Set<ChunkName>) -> DocumentState {
        let content = document.head.content
        if document.isInConflict { return .conflict }
        if !contents.isWhole(content) { return isSent(content, []) == false ? .missing : .remote }
        return unsent.contains(content) ? .unsent : .here
    }
}

extension Home {
    /// Whether the cloud has a content, given those recorded as sent; `nil` if only the cloud
    /// knows.
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

/// Exchanges the contents of documents with the cloud, and shows the progress on a terminal. Ctrl-C
/// leaves the rest for later. Reports the remaining documents with reasons. Returns the status if
/// the cloud refused to take one, or a disk of this machine is full; otherwise `nil`.
func exchangeDocuments(_ home: Home) -> ExitStatus? {
    try? home.retryRefusedDocuments()
    let failure = exchangeDocuments(home, onlySending: false, "Exchanging")
    switch try? home.device.syncState().phase {
    case .idle, .held: break
    // The sync has already reported the reason.
    default: return nil
    }
    let waiting = try? WaitingDocuments(home, after: failure)
    for sentence in waiting?.sentences ?? [] { complain(sentence) }
    if let failure, waiting?.groups.isEmpty != false { complain(failure.reason) }
    // Another process may have been refused meanwhile.
    let isRefused = (try? home.documentExchange?.hasRefusals) == true
    guard let failure, !failure.isAbsent, !failure.isStopped else {
        return isRefused && failure == nil ? .cloudUnreachable : nil
    }
    if failure.cannotWrite { return .cannotWrite }
    let isUnsent = (try? home.documentExchange?.uploadProblem()) != nil
    return isRefused || isUnsent ? .cloudUnreachable : nil
}

/// The reason why an exchange of contents ended early.
struct EarlyEnd {
    /// The reason, in a sentence or two.
    var reason: String
    /// Whether the cloud keeps no contents.
    var isAbsent = false
    /// Whether a person stopped it.
    var isStopped = false
    /// Whether this machine cannot write: its disk is full.
    var cannotWrite = false
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
        return EarlyEnd(
            reason: "You stopped this. The next sync continues it.", isStopped: true)
    } catch {
        let isAbsent = (error as? ChunkStoreError)?.code == .absent
        // The agent says only that it could not write.
        let cannotWrite = isFullDisk(error) || (error as? HomeError)?.code == .cannotWrite
        return EarlyEnd(
            reason: message(for: error), isAbsent: isAbsent, cannotWrite: cannotWrite)
    }
    return nil
}
