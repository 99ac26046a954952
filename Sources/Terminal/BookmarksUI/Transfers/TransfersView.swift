import Bookmarks
import Documents
import Screen

/// The page of transfers of documents, which follows their progress.
struct TransfersView: ChoicePage {
    static let context = ActionContext.transfers
    static let section: ActionSection? = .transfers

    /// The transfers; `nil` until they are loaded.
    var transfers: [Transfer]?
    /// The transfers that a question is about; others may begin before the answer.
    var asked: [Transfer] = []
    /// Whether all transfers are paused, including later ones.
    var areTransfersPaused = false
    var choice = Choice()

    var count: Int? { transfers?.count }
    var emptyText: String { "There is nothing to send or fetch." }
    var tellsSync: Bool { true }

    var selected: Transfer? {
        guard let transfers, transfers.indices.contains(choice.index) else { return nil }
        return transfers[choice.index]
    }

    func heading(in view: ShellView) -> [String] {
        ["Transfers"] + (transfers.map { [grouped($0.count)] } ?? [])
            + (areTransfersPaused && !isPauseInTitle ? ["all paused"] : [])
    }

    /// Whether the title already shows the pause: see `titleWords`.
    private var isPauseInTitle: Bool { transfers?.contains { $0.state == .paused } == true }

    /// Returns the reason why the selected transfer failed, or still waits.
    func linesBelow(in view: ShellView) -> [TextLine] {
        guard let reason = selected?.reason, !reason.isEmpty else { return [] }
        return view.measure.wrapped(reason, to: max(1, view.size.columns - 4))
            .map { TextLine($0, .warning, at: 3) }
    }

    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen) {
        guard let transfer = transfers?[index] else { return }
        let symbol = transfer.direction == .up ? view.symbols.up : view.symbols.down
        let width = view.measure.width(view.symbols.down)
        pen.write(symbol, column: 3, row: row, width: width, .label)
        let isWide = pen.columns >= 60
        let column = 4 + width
        let facts = isWide ? 31 : pen.columns >= 34 ? 9 : 0
        let title = view.list.row(id: transfer.bookmark)?.title ?? transfer.document
        let name = transfer.name.isEmpty ? title : transfer.name
        pen.write(name, column: column, row: row, width: max(1, pen.columns - column - facts - 1))
        if facts == 0 { return }
        var end = pen.columns - facts
        if isWide {
            pen.write(transfer.amount, column: end, row: row, width: 21, .faint)
            end += 22
        }
        pen.write(
            transfer.state.rawValue, column: end, row: row, width: 9,
            transfer.state == .failed
                ? .warning : transfer.state == .running ? .plain : .faint)
    }
}

extension TransfersView {
    var requests: [any PageOperation] { [TransfersRequest(), TransferPauseRequest()] }

    func isStale(after change: LibraryChange) -> Bool {
        switch change {
        case .documentsChanged: true
        default: false
        }
    }

    /// Shows an answer. The same transfer stays selected.
    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        if let new = answer.answer(to: TransfersRequest()) {
            let old = selected
            transfers = new
            if let old, let index = new.firstIndex(where: { $0.isSame(as: old) }) {
                choice.index = index
            }
            move(by: 0, page: view.rows)
        }
        if let paused = answer.answer(to: TransferPauseRequest()) { areTransfersPaused = paused }
        guard let (request, _) = answer.answer(of: ChangeTransfers.self) else { return [] }
        return [.request(TransfersRequest()), .request(TransferPauseRequest())]
            + say(request, view)
    }

    /// Reports effects that are not visible on the page.
    private func say(_ request: ChangeTransfers, _ view: ShellView) -> [PageCommand] {
        guard request.change == .cancel else { return [] }
        let unsent = request.transfers.count { $0.direction == .up }
        let them = unsent == 1 ? "It stays" : "\(grouped(unsent)) documents stay"
        if unsent > 0 {
            return [
                .say(
                    .info,
                    view.text(
                        "\(them) on this device only, unsent", .pauseTransfer, to: "send it"))
            ]
        }
        return [.say(.info, "Canceled; it is fetched when you open it")]
    }
}

extension Transfer {
    /// The progress, as `3 of 12 MiB`.
    var amount: String { Self.amount(done, of: total) }

    /// Returns the progress of several transfers. A common unit is written once.
    static func amount(_ done: Int, of total: Int) -> String {
        let (done, total) = (byteCount(done), byteCount(total))
        let words = done.split(separator: " ")
        let isSame = words.count == 2 && total.hasSuffix(" " + words[1])
        return "\(isSame ? String(words[0]) : done) of \(total)"
    }
}

extension [Transfer] {
    /// The contents that this device tried to send in vain, although the cloud keeps contents.
    var failedUploads: [Transfer] {
        filter {
            $0.direction == .up && !$0.reason.isEmpty
                && !$0.reason.contains(ChunkStoreError.wordsOfAbsence)
        }
    }

    /// Returns words for the title: the running transfers as `↑ 3 of 12 MiB`, or that all are
    /// paused, or the number of contents that could not be sent; empty if there are none of these.
    func titleWords(_ symbols: Symbols, areAllPaused: Bool) -> String {
        let moving = filter { $0.state == .running }
        let waiting = count { $0.state == .waiting }
        let words = Transfer.Direction.allCases.compactMap { direction -> String? in
            let own = moving.filter { $0.direction == direction }
            if own.isEmpty { return nil }
            let amount = Transfer.amount(
                own.reduce(0) { $0 + $1.done }, of: own.reduce(0) { $0 + $1.total })
            return (direction == .up ? symbols.up : symbols.down) + " " + amount
        }
        let isPaused = areAllPaused && contains { $0.state == .paused }
        if words.isEmpty, isPaused { return "all transfers paused" }
        if words.isEmpty {
            // Only the first one was tried if the cloud does not answer.
            let unsent = count { $0.direction == .up && !$0.isStopped }
            return failedUploads.isEmpty ? "" : counted(unsent, "document") + " not sent"
        }
        return words.joined(separator: "  ") + (waiting > 0 ? ", \(grouped(waiting)) more" : "")
            + (isPaused ? ", all others paused" : "")
    }
}
