import Bookmarks
import Documents
import Screen

extension ActionContext {
    /// The page of transfers of documents.
    public static let transfers = ActionContext("transfers")
}

extension ActionSection {
    public static let transfers = ActionSection("On the page of transfers")
}

extension ActionID {
    public static let showTransfers = ActionID("show-transfers")
    public static let pauseTransfer = ActionID("pause-transfer")
    public static let pauseAllTransfers = ActionID("pause-all-transfers")
    public static let cancelTransfer = ActionID("cancel-transfer")
    public static let cancelAllTransfers = ActionID("cancel-all-transfers")
    public static let showTransferred = ActionID("show-transferred")
}

extension TransfersView {
    static let actions = [
        Action(
            .showTransfers, [.character("T")],
            "Show transfers: documents being sent or fetched", .sync,
            in: [.list, .detail], also: "uploads downloads progress pause resume"),
        Action(
            .showTransferred, [.enter], "Show the bookmark", .transfers, in: [.transfers],
            hint: ActionHint(label: "bookmark", priority: 90), need: .page),
        Action(
            .pauseTransfer, [.character("p")], "Pause it, or resume it", .transfers,
            in: [.transfers], hint: ActionHint(label: "pause", priority: 85), need: .page,
            also: "resume stop continue"),
        Action(
            .pauseAllTransfers, [.character("P")],
            "Pause all, later ones too, or resume all", .transfers, in: [.transfers],
            hint: ActionHint(label: "pause all", priority: 80), need: .page,
            also: "resume stop continue"),
        Action(
            .cancelTransfer, [.character("x")],
            "Cancel it: fetch it only when you open it, or do not send it", .transfers,
            in: [.transfers], hint: ActionHint(label: "cancel", priority: 75), need: .page),
        Action(
            .cancelAllTransfers, [.character("X")], "Cancel all; asks first", .transfers,
            in: [.transfers], hint: ActionHint(label: "cancel all", priority: 70), need: .page),
    ]

    static func opened(by action: ActionID, in view: ShellView) -> TransfersView? {
        action == .showTransfers ? TransfersView() : nil
    }

    func reason(against action: ActionID, _ view: ShellView) -> String? {
        guard selected != nil || action == .pauseAllTransfers else {
            return "There is nothing to send or fetch"
        }
        return nil
    }

    func label(of action: ActionID, _ usual: String) -> String? {
        switch action {
        case .pauseTransfer where selected?.isStopped == true: "resume"
        case .pauseAllTransfers where isAllPaused: "resume all"
        default: usual
        }
    }

    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        guard let transfers else { return nil }
        if action == .pauseAllTransfers {
            return [.request(ChangeTransfers(isAllPaused ? .resumeAll : .pauseAll, transfers))]
        }
        guard let selected else { return nil }
        switch action {
        case .showTransferred:
            guard view.list.row(id: selected.bookmark) != nil else {
                return [.reply("Its bookmark is not in the list", .warning)]
            }
            return [.push(Detail(id: selected.bookmark))]
        case .pauseTransfer:
            return [
                .request(
                    ChangeTransfers(selected.isStopped ? .resume : .pause, [selected]))
            ]
        case .cancelTransfer: return [.request(ChangeTransfers(.cancel, [selected]))]
        case .cancelAllTransfers:
            asked = transfers
            let what = counted(transfers.count, "transfer")
            let text = "Cancel \(what)? Unsent documents stay here"
            return [.askFirst(PageQuestion(text: text, action: action))]
        default: return nil
        }
    }

    mutating func performConfirmed(_ action: ActionID, _ view: ShellView) -> [PageCommand] {
        [.request(ChangeTransfers(.cancel, asked))]
    }

    private var isAllPaused: Bool {
        let isEachPaused = transfers?.allSatisfy(\.isStopped) == true
        return areTransfersPaused || isEachPaused && transfers?.isEmpty == false
    }
}
