import Documents
import Screen

/// The transfers of documents that are running, or wait for the end of a pause. The owner of the
/// screen reports them unasked.
struct RunningTransfers: Activity {
    private var transfers: [Transfer] = []
    private var areAllPaused = false

    func titleWords(_ symbols: Symbols) -> String? {
        let words = transfers.titleWords(symbols, areAllPaused: areAllPaused)
        return words.isEmpty ? nil : words
    }

    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        if let transfers = answer.answer(to: TransfersRequest()) { self.transfers = transfers }
        if let paused = answer.answer(to: TransferPauseRequest()) { areAllPaused = paused }
        return []
    }
}
