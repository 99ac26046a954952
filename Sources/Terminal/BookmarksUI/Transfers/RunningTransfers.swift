import Bookmarks
import Documents
import KeyValueStore
import Screen

/// The transfers of documents that are running, that failed, or wait for the end of a pause. The
/// owner of the screen reports them unasked.
struct RunningTransfers: Activity {
    private var transfers: [Transfer] = []
    private var areAllPaused = false
    /// The reasons for failures that were reported to the person, or that syncing reports.
    private var told: [ChunkName: String] = [:]

    func titleWords(_ symbols: Symbols) -> String? {
        let words = transfers.titleWords(symbols, areAllPaused: areAllPaused)
        return words.isEmpty ? nil : words
    }

    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        if let paused = answer.answer(to: TransferPauseRequest()) { areAllPaused = paused }
        guard let transfers = answer.answer(to: TransfersRequest()) else { return [] }
        self.transfers = transfers
        let unsent = Set(transfers.filter { $0.direction == .up }.map(\.content))
        told = told.filter { unsent.contains($0.key) }
        let failed = transfers.failedUploads
        let isNew = failed.contains { told[$0.content] != $0.reason }
        for transfer in failed { told[transfer.content] = transfer.reason }
        // The state of syncing tells why nothing can be sent.
        guard isNew, view.sync.phase == .idle, let first = failed.first else { return [] }
        let what =
            failed.count == 1
            ? "\(view.symbols.quoted(first.title)) was"
            : "\(grouped(failed.count)) documents were"
        let words = "\(what) not sent: \(first.reason.withoutFullStop)"
        return [.announce(.warning) { $0.text(words, .showTransfers, to: "see the transfers") }]
    }
}
