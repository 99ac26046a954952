extension ScreenState {
    /// Says something where the person is now, or at another level, and keeps it in the log.
    mutating func say(
        _ level: MessageLevel, _ text: String, hint: ActionID? = nil,
        about subject: Message.Subject? = nil, at depth: Int? = nil
    ) {
        var new = made(level, text)
        new.hint = hint
        if hint == .undo {
            new.step = spokenStep ?? nextUndo?.step
            if new.step == nextUndo?.step { uncovered = nil }
        }
        new.depth = depth ?? modes.count
        new.subject = subject
        message = new
        keep(new)
    }

    /// Offers to take back the edit that the message that shows speaks of.
    mutating func offerUndo(of step: Int64?) {
        message?.hint = .undo
        message?.step = step
        uncovered = nil
    }

    /// The action that the message suggests, unless it is outdated.
    func validHint(of message: Message) -> ActionID? {
        message.hint == .undo && message.step != nextUndo?.step ? nil : message.hint
    }

    /// Says something that matters wherever the person is or goes, and keeps it in the log. A
    /// message that matters more stays on the screen, unless this is about the same.
    mutating func announce(
        _ level: MessageLevel, _ text: String, about subject: Message.Subject? = nil
    ) {
        var new = made(level, text)
        new.subject = subject
        let isAboutIt = subject.map { message?.subject?.concerns($0) == true } ?? false
        if isAboutIt || shownMessage.map({ $0.level <= level }) ?? true { message = new }
        keep(new)
    }

    /// Announces words that may name keys. A form shows them without keys that type a letter.
    mutating func announce(
        _ level: MessageLevel, about subject: Message.Subject? = nil,
        _ words: (ScreenState) -> String
    ) {
        let text = words(self)
        announce(level, text, about: subject)
        guard message?.text == text else { return }
        let formText = words(inForm)
        message?.formText = formText
    }

    /// Says what to do about a thing whose page may be opened or left meanwhile: a key
    /// is named where it does that.
    mutating func announce(
        _ level: MessageLevel, _ text: String, about subject: Message.Subject? = nil,
        advice: [Message.Advice], elsewhere: String? = nil
    ) {
        announce(level, text, about: subject)
        guard message?.text == text else { return }
        message?.advice = advice
        message?.elsewhere = elsewhere
    }

    /// The state that names only the keys that work in a form.
    private var inForm: ScreenState {
        var state = self
        state.namesFormKeysOnly = true
        return state
    }

    /// Replaces a shown message whose facts have changed; does nothing where it shows no more.
    mutating func reword(_ text: String, as new: (ScreenState) -> String) {
        guard message?.text == text else { return }
        let (words, formText) = (new(self), new(inForm))
        if log.last?.text == text { log[log.count - 1].text = words }
        message?.text = words
        message?.formText = formText
    }

    /// Answers a key that did nothing. Goes with the next key, and is not worth keeping.
    mutating func reply(_ text: String, _ level: MessageLevel = .info) {
        var new = made(level, text)
        new.depth = modes.count
        new.isReply = true
        message = new
    }

    /// Says something only if nothing else is shown, but keeps it in the log in any case.
    mutating func mention(_ text: String, about subject: Message.Subject? = nil) {
        if shownMessage == nil {
            announce(.info, text, about: subject)
        } else {
            keep(made(.info, text))
        }
    }

    /// The message that belongs to this screen.
    public var shownMessage: Message? {
        guard var message, message.depth ?? modes.count == modes.count else { return nil }
        if context == .form, let text = message.formText { message.text = text }
        let inFront = isAmongBookmarks ? selection.id : modes.last?.page?.bookmarkID
        let advice = message.advice.first { advice in
            keys.name(of: advice.action, in: context) != nil
                && (advice.bookmark.map { $0 == inFront } ?? isAmongBookmarks)
                && (advice.document.map { $0 == modes.last?.page?.documentID } ?? true)
        }
        if let advice {
            message.text = text(message.text, advice.action, to: advice.verb)
        } else if let elsewhere = message.elsewhere {
            message.text += ". " + elsewhere
        }
        return message
    }

    /// Takes back the message about something that is different now.
    mutating func forget(_ subject: Message.Subject) {
        if message?.subject?.concerns(subject) == true { message = nil }
    }

    /// Takes back a message on a level that was left, and one only for information on a level that
    /// has another above it: a person who comes back has read it.
    mutating func forgetLeftLevels() {
        guard let message, let depth = message.depth else { return }
        let isCovered = depth < modes.count && message.level == .info && !isAsked(above: depth)
        if depth > modes.count || isCovered { self.message = nil }
    }

    /// Whether only a question stands above a level.
    private func isAsked(above depth: Int) -> Bool {
        guard depth == modes.count - 1, case .question = modes.last else { return false }
        return true
    }

    /// Keeps something in the log without showing it.
    mutating func note(_ level: MessageLevel, _ text: String) { keep(made(level, text)) }

    private func made(_ level: MessageLevel, _ text: String) -> Message {
        Message(level: level, text: text, time: now, expires: level.duration.map { now + $0 })
    }

    private mutating func keep(_ message: Message) {
        log.append(message)
        if log.count > Message.logLimit { log.removeFirst(log.count - Message.logLimit) }
    }
}
