import Bookmarks

/// Something asked before typed text or bookmarks would be lost. Only `y` says yes.
enum Question: Sendable, Hashable {
    case quitAndDiscard
    case join(JoinPlan)
    /// Whether to delete marked bookmarks some of which the filter hides.
    case deleteHidden(Targets)
    case openMany(Targets)
    /// Whether to edit a text again that cannot be taken in for this reason.
    case editAgain(String)
    /// Whether a tag or folder is to become one that is there already.
    case merge(LabelEdit, from: String, into: String)
    case replaceSearch(SearchEdit, name: String, text: String)
    case checkMany(Targets)
    /// A question of a page before an edit of its own.
    case page(String, AnyPageEdit)
    case pageAction(PageQuestion)

    /// The text behind a question, where the answer is typed.
    static let tail = " [y/N] "

    func text(_ symbols: Symbols) -> String {
        switch self {
        case .quitAndDiscard: "Quit and discard your text?"
        case .deleteHidden(let targets):
            "Delete \(targets.words(symbols))\(targets.hiddenWords.map { ", " + $0 } ?? "")?"
        case .editAgain(let reason): "\(reason) Edit it again?"
        case .checkMany(let targets): "Check \(targets.words(symbols)) on the web?"
        case .openMany(let targets): "Open \(targets.words(symbols)) at once?"
        case .merge(_, let from, let into): "Merge \(from) into the existing \(into)?"
        case .replaceSearch(_, let name, let text):
            "@\(name) exists and finds \(symbols.quoted(text)). Replace it?"
        case .page(let text, _): text
        case .pageAction(let question): question.text
        case .join(let plan):
            "\(plan.summary). Join them? Nothing is lost"
        }
    }
}

/// A question of a page before one of its actions.
struct PageQuestion: Sendable, Hashable {
    var text: String
    /// What the page does after a yes.
    var action: ActionID
    /// The answers where typed text would be lost.
    var answers: TextAnswers?
}

/// The answers to a question before typed text is lost. The key that asked keeps the text when it
/// is pressed again.
struct TextAnswers: Sendable, Hashable {
    /// The word for yes.
    var yes: String
    /// The action that asks again.
    var asking: ActionID
}

extension Question {
    /// The answers where typed text would be lost.
    var textAnswers: TextAnswers? {
        switch self {
        case .quitAndDiscard: TextAnswers(yes: "quit", asking: .quitAnywhere)
        case .pageAction(let question): question.answers
        default: nil
        }
    }
}

extension ScreenState {
    /// The answers to the question in front where typed text would be lost.
    var textAnswers: TextAnswers? {
        if case .question(let question) = modes.last { question.textAnswers } else { nil }
    }

    /// Says that a text was kept, and how to be asked again. What is said already may matter more.
    private mutating func sayKept(_ answers: TextAnswers) {
        guard shownMessage == nil else { return }
        reply(text("Your text is kept", "; ", answers.asking, "asks again"))
    }

    /// Leaves the question and does what was asked for, if the answer is yes.
    mutating func answer(_ yes: Bool, _ list: BookmarkList) -> [Effect] {
        guard case .question(let question) = modes.last else { return [] }
        leave()
        switch (question, yes) {
        case (.quitAndDiscard, true):
            form = nil
            return [.quit]
        case (.deleteHidden(let targets), true): return deleteAll(targets, list)
        case (.openMany(let targets), true): return [.open(ids: targets.ids)]
        case (.merge(let edit, _, _), true): return organize(edit)
        case (.replaceSearch(let edit, _, _), true): return change(edit)
        case (.checkMany(let targets), true): return check(targets.ids)
        case (.page(_, let edit), true):
            // Several URLs were pasted into a form that was for one.
            if form?.hasUnsavedText == false { form = nil }
            return [.pageEdit(edit)]
        case (.pageAction(let question), true):
            return performConfirmed(question.action, list)
        case (.join(let plan), true):
            reply("Joining \(grouped(plan.own)) bookmarks" + symbols.ellipsis)
            return [.send(JoinCloud())]
        case (.join, false):
            let asks = text("Nothing was sent", "; ", .sync, "asks again")
            say(.info, text(asks, ", ", .airplane, "keeps them apart"), about: .sync)
            return []
        case (.editAgain, true): return [.editTextAgain]
        case (.editAgain, false): return [.giveTextUp]
        case (_, false):
            if let answers = question.textAnswers { sayKept(answers) }
            return []
        }
    }
}
