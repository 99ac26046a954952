import Documents
import Screen

/// The transfers of documents that go on, which the owner of the screen tells unasked.
struct RunningTransfers: Activity {
    private var transfers: [Transfer] = []

    func titleWords(_ symbols: Symbols) -> String? {
        let words = transfers.titleWords(symbols)
        return words.isEmpty ? nil : words
    }

    mutating func take(_ answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        if let transfers = answer.answer(to: TransfersRequest()) { self.transfers = transfers }
        return []
    }
}
