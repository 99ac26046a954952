import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents

extension Home {
    /// The content of a document, fetched from the cloud where it is not on this device. A terminal
    /// shows how far that is.
    func contentNow(of document: Document) throws -> [UInt8] {
        if let content = try contents.content(document.head.content) { return content }
        let line = ProgressLine()
        let (fetched, _) = try runInterruptibly(line) { [self] in
            try await self.content(of: document.head) { progress in
                line.show(
                    "Fetching \(byteCount(progress.done)) of \(byteCount(progress.total))")
            }
        }
        guard let fetched else {
            throw DocumentError.notHere(document.title, device: document.head.device)
        }
        return fetched
    }
}

/// Sends the contents of documents. What is not sent now is sent later, so that is no failure.
func sendDocuments(_ home: Home) {
    exchangeDocuments(home, onlySending: true, "Sending")
}

/// Exchanges the contents of documents with the cloud, and shows on a terminal how far it is.
/// Ctrl-C leaves the rest for later.
func exchangeDocuments(_ home: Home) {
    exchangeDocuments(home, onlySending: false, "Exchanging")
}

private func exchangeDocuments(
    _ home: Home, onlySending: Bool, _ what: String
) {
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
        complain("Stopped. The documents that are left are sent later.")
    } catch let error as ChunkStoreError where error.code == .absent {
        complain(error.description)
    } catch {
        complain("Documents wait to be sent. \(message(for: error))")
    }
}
