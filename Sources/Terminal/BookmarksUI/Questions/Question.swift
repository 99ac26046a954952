import Bookmarks

/// A question before typed text or bookmarks are lost.
struct Question: Sendable {
    /// The function to run after an answer, when the question is closed.
    typealias Answer = @Sendable (inout ScreenState, BookmarkList) -> [Effect]

    let text: String
    /// The answers to a question about typed text.
    var textAnswers: TextAnswers?
    let yes: Answer
    var no: Answer

    /// Whether Enter means yes, because no would leave typed text behind.
    var isYesUsual: Bool
    /// The text after the question, before the typed answer.
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
    /// The answers to a question about typed text.
    var answers: TextAnswers?
}

/// The answers to a question before typed text is lost. Pressing the key that asked again keeps the
/// text.
struct TextAnswers: Sendable, Hashable {
    /// The word for yes.
    var yes: String
    /// The action that asked the question.
    var asking: ActionID
}

extension ScreenState {
    /// Closes the question and follows the answer.
    mutating func answer(_ yes: Bool, _ list: BookmarkList) -> [Effect] {
        guard case .question(let question) = shell.modes.last else { return [] }
        shell.leave()
        if yes { return question.yes(&self, list) }
        if let answers = question.textAnswers { shell.sayKept(answers) }
        return question.no(&self, list)
    }
}

extension Shell {
    /// The answers to the question in front, if it is about typed text.
    var textAnswers: TextAnswers? {
        if case .question(let question) = modes.last { question.textAnswers } else { nil }
    }

    /// Reports that a text was kept, and how to get the question again. A present message may
    /// matter more.
    fileprivate mutating func sayKept(_ answers: TextAnswers) {
        guard shownMessage == nil else { return }
        reply(text("Your text is kept", answers.asking, to: answers.yes))
    }

    /// Asks a question in front of the current screen.
    mutating func ask(_ question: Question) { modes.append(.question(question)) }

    /// Asks a question before an action of a page.
    mutating func ask(_ question: PageQuestion) {
        ask(
            Question(question.text, textAnswers: question.answers) {
                $0.performConfirmed(question.action, $1)
            })
    }

    /// Asks a question before an edit.
    ///
    /// - Parameter refusal: the message after a no; `nil` if none is needed.
    mutating func ask(_ text: String, before edit: any PageEdit, refusal: String? = nil) {
        var question = Question(text) { screen, _ in
            // Several URLs were pasted into a form for one.
            if screen.shell.form?.hasUnsavedText == false { screen.shell.form = nil }
            return [.send(edit)]
        }
        if let refusal {
            question.no = { screen, _ in
                screen.shell.reply(refusal)
                return []
            }
        }
        ask(question)
    }
}
