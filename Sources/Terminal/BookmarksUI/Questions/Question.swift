import Bookmarks

/// Something asked before typed text or bookmarks would be lost.
struct Question: Sendable {
    /// The work after an answer, when the question has been left.
    typealias Answer = @Sendable (inout ScreenState, BookmarkList) -> [Effect]

    let text: String
    /// The answers where typed text would be lost.
    var textAnswers: TextAnswers?
    let yes: Answer
    var no: Answer

    /// Whether Enter says yes: where no would leave typed text behind.
    var isYesUsual: Bool
    /// The text behind the question, where the answer is typed.
    var tail: String { isYesUsual ? " [Y/n] " : " [y/N] " }

    init(
        _ text: String, textAnswers: TextAnswers? = nil, isYesUsual: Bool = false,
        yes: @escaping Answer, no: @escaping Answer = { _, _ in [] }
    ) {
        self.text = text
        self.textAnswers = textAnswers
        self.isYesUsual = isYesUsual
        self.yes = yes
        self.no = no
    }
}

/// A question of a page before one of its actions.
struct PageQuestion: Sendable, Hashable {
    var text: String
    /// The action of the page after a yes.
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

extension ScreenState {
    /// The answers to the question in front where typed text would be lost.
    var textAnswers: TextAnswers? {
        if case .question(let question) = modes.last { question.textAnswers } else { nil }
    }

    /// Says that a text was kept, and how to be asked again. A message that shows may matter more.
    private mutating func sayKept(_ answers: TextAnswers) {
        guard shownMessage == nil else { return }
        reply(text("Your text is kept", answers.asking, to: answers.yes))
    }

    /// Asks something, above the present screen.
    mutating func ask(_ question: Question) { modes.append(.question(question)) }

    /// Asks before an action of a page.
    mutating func ask(_ question: PageQuestion) {
        ask(
            Question(question.text, textAnswers: question.answers) {
                $0.performConfirmed(question.action, $1)
            })
    }

    /// Asks before an edit.
    mutating func ask(_ text: String, before edit: any PageEdit) {
        ask(
            Question(text) { screen, _ in
                // Several URLs were pasted into a form that was for one.
                if screen.form?.hasUnsavedText == false { screen.form = nil }
                return [.send(edit)]
            })
    }

    /// Leaves the question and follows the answer.
    mutating func answer(_ yes: Bool, _ list: BookmarkList) -> [Effect] {
        guard case .question(let question) = modes.last else { return [] }
        leave()
        if yes { return question.yes(&self, list) }
        if let answers = question.textAnswers { sayKept(answers) }
        return question.no(&self, list)
    }
}
