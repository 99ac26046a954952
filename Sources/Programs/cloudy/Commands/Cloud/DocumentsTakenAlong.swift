import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import Documents

/// Fetches the contents that this device lacks before it leaves its cloud: the next cloud gets them
/// from here, and no device of that cloud may have them. Shows the progress on a terminal, and
/// reports the documents that stay behind. Throws ``Stopped`` after Ctrl-C.
func takeDocumentsAlong(_ home: Home) throws {
    let lacking = try home.lackingContents()
    if lacking.isEmpty { return }
    let line = ProgressLine()
    let room = try home.documentRoom()
    let reason = home.reasonAgainstFetching
    let (left, signal) = try runInterruptibly(line) {
        try await home.fetch(lacking, within: room, unless: reason) { done in
            line.show(
                "Fetching documents to take along: \(grouped(done)) of \(grouped(lacking.count))")
        }
    }
    if let signal { throw Stopped(signal: signal) }
    let url = home.location.remote.map { harmless($0.url) }
    if let words = left.words(goingBack: url) { complain(words) }
}

/// The documents whose contents stay only in the cloud that a device leaves.
private struct DocumentsLeftBehind: Sendable {
    private var titles: [String] = []
    /// The reason why the first of them stays, in a sentence.
    private var reason = ""

    mutating func add(_ document: Document, _ reason: String) {
        if titles.isEmpty { self.reason = reason }
        if titles.last != document.title { titles.append(document.title) }
    }

    /// - Parameter url: the server that the device leaves; empty if its address is lost, `nil` for
    ///   the local cloud.
    func words(goingBack url: String?) -> String? {
        if titles.isEmpty { return nil }
        let names = titles.prefix(3).map { "“\(harmless(shortened($0)))”" }
        let more = titles.count - names.count
        let isOne = titles.count == 1
        let stay = isOne ? "1 document stays" : "\(grouped(titles.count)) documents stay"
        let back = url.map { $0.isEmpty ? "URL" : $0 }.map { "cloudy cloud use \($0)" }
        return "\(stay) only in the cloud that this device leaves: \(names.joined(separator: ", "))"
            + (more > 0 ? " and \(grouped(more)) more" : "")
            + ". \(reason.withoutFullStop). To get "
            + "\(isOne ? "it" : "them") later, go back to it: \(back ?? "cloudy cloud leave")"
    }
}

extension Home {
    /// Returns the versions whose contents are not on this device, each content once: first those
    /// that show, of the documents in the trash, too.
    fileprivate func lackingContents() throws -> [(Document, DocumentVersion)] {
        let all = try documents() + deletedDocuments().map(\.document)
        let heads = all.map { ($0, $0.head) }
        let versions = heads + all.flatMap { one in one.versions.map { (one, $0) } }
        var known: Set<ChunkName> = []
        return versions.filter { _, version in
            known.insert(version.content).inserted && !contents.isWhole(version.content)
        }
    }

    /// The reason why nothing can be fetched now, in a sentence; `nil` if it can.
    fileprivate var reasonAgainstFetching: String? {
        if let readOnlyReason { return readOnlyReason }
        if (try? device.isOffline) == true { return "This device is in airplane mode" }
        return device.isApart ? "--offline keeps the cloud out" : nil
    }

    /// Fetches contents as long as there is space. Returns the documents that stay behind.
    ///
    /// - Parameter reason: the reason why nothing can be fetched; `nil` if it can.
    fileprivate func fetch(
        _ lacking: [(Document, DocumentVersion)], within room: (free: Int, all: Int),
        unless reason: String?, _ tell: (Int) -> Void
    ) async throws -> DocumentsLeftBehind {
        var left = DocumentsLeftBehind()
        var free = room.free
        // A cloud that does not answer is not asked again.
        var reason = reason
        for (index, (document, version)) in lacking.enumerated() {
            try Task.checkCancellation()
            tell(index + 1)
            if let reason {
                left.add(document, reason)
                continue
            }
            guard version.length <= free else {
                let all = byteCount(room.all)
                left.add(document, "There is no space for all within documents-room = \(all)")
                continue
            }
            do {
                // A content that the cloud lacks is not left there.
                if try await content(of: version) != nil { free -= version.length }
            } catch let error as ChunkStoreError where error.code == .absent {
                return left
            } catch {
                try Task.checkCancellation()
                let words = message(for: error)
                left.add(document, words)
                let isOfOne =
                    error is TransferStopped
                    || (error as? ChunkStoreError)?.code == .damaged
                if !isOfOne { reason = words }
            }
        }
        return left
    }
}
