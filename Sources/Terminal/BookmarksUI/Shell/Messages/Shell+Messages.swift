extension Shell {
    /// Shows a message where the person is now, or at another level, and keeps it in the log.
    mutating func say(
        _ level: MessageLevel, _ text: String, hint: ActionID? = nil,
        about subject: Message.Subject? = nil, at depth: Int? = nil
    ) {
        var new = makeMessage(level, text)
        new.hint = hint
        if hint == .undo {
            new.step = undoOffer.spokenStep ?? undoOffer.next?.step
            if new.step == undoOffer.next?.step { undoOffer.uncovered = nil }
        }
        new.depth = depth ?? modes.count
        new.subject = subject
        message = new
        keep(new)
    }

    /// Adds the offer to undo a step to the shown message.
    mutating func offerUndo(of step: Int64?) {
        message?.hint = .undo
        message?.step = step
        undoOffer.uncovered = nil
    }

    /// Returns the action that the message suggests, unless it is outdated.
    func validHint(of message: Message) -> ActionID? {
        message.hint == .undo && message.step != undoOffer.next?.step ? nil : message.hint
    }

    /// Shows a message that matters wherever the person is, and keeps it in the log. A more
    /// important message stays, unless it is about the same subject.
    mutating func announce(
        _ level: MessageLevel, _ text: String, about subject: Message.Subject? = nil
    ) {
        var new = makeMessage(level, text)
        new.subject = subject
        let isAboutIt = subject.map { message?.subject?.concerns($0) == true } ?? false
        if isAboutIt || shownMessage.map({ $0.level <= level }) ?? true { message = new }
        keep(new)
    }

    /// Announces a text that may name keys. In a form, it does not name keys that type a letter.
    mutating func announce(
        _ level: MessageLevel, about subject: Message.Subject? = nil,
        _ words: (Shell) -> String
    ) {
        let text = words(self)
        announce(level, text, about: subject)
        guard message?.text == text else { return }
        let formText = words(inForm)
        message?.formText = formText
    }

    /// Announces a text about something whose page may be opened or closed meanwhile: it names a
    /// key where the key works.
    ///
    /// - Parameter logText: the text for the log, which shows no advice; `nil` for the same text.
    mutating func announce(
        _ level: MessageLevel, _ text: String, about subject: Message.Subject? = nil,
        advice: [Message.Advice], elsewhere: String? = nil, logText: String? = nil
    ) {
        announce(level, text, about: subject)
        if let logText { log[log.count - 1].text = logText }
        guard message?.text == text else { return }
        message?.advice = advice
        message?.elsewhere = elsewhere
    }

    /// The same shell, which names only keys that work in a form.
    private var inForm: Shell {
        var shell = self
        shell.namesFormKeysOnly = true
        return shell
    }

    /// Rewords a shown message whose facts have changed; does nothing if it is no longer shown.
    mutating func reword(_ text: String, as new: (Shell) -> String) {
        guard message?.text == text else { return }
        let (words, formText) = (new(self), new(inForm))
        if log.last?.text == text { log[log.count - 1].text = words }
        message?.text = words
        message?.formText = formText
    }

    /// Answers a key without an effect. The reply disappears with the next key, and is not logged.
    mutating func reply(_ text: String, _ level: MessageLevel = .info) {
        var new = makeMessage(level, text)
        new.depth = modes.count
        new.isReply = true
        message = new
    }

    /// Shows a message only if no other is shown, but always logs it.
    mutating func mention(_ text: String, about subject: Message.Subject? = nil) {
        if shownMessage == nil {
            announce(.info, text, about: subject)
        } else {
            keep(makeMessage(.info, text))
        }
    }

    /// The message for the current screen.
    public var shownMessage: Message? {
        guard var message, message.depth ?? modes.count == modes.count else { return nil }
        if context == .form, let text = message.formText { message.text = text }
        let inFront = isAmongBookmarks ? selectedID : modes.last?.page?.bookmarkID
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

    /// Removes the message about a subject that has changed.
    mutating func forget(_ subject: Message.Subject) {
        if message?.subject?.concerns(subject) == true { message = nil }
    }

    /// Removes a message on a closed level, and an information on a level that is covered: a person
    /// who returns has read it.
    mutating func forgetLeftLevels() {
        guard let message, let depth = message.depth else { return }
        let isCovered = depth < modes.count && message.level == .info && !isAsked(above: depth)
        if depth > modes.count || isCovered { self.message = nil }
    }

    /// Whether only a question is above a level.
    private func isAsked(above depth: Int) -> Bool {
        guard depth == modes.count - 1, case .question = modes.last else { return false }
        return true
    }

    /// Logs a message without showing it.
    mutating func note(_ level: MessageLevel, _ text: String) { keep(makeMessage(level, text)) }

    private func makeMessage(_ level: MessageLevel, _ text: String) -> Message {
        Message(level: level, text: text, time: now, expires: level.duration.map { now + $0 })
    }

    private mutating func keep(_ message: Message) {
        log.append(message)
        if log.count > Message.logLimit { log.removeFirst(log.count - Message.logLimit) }
    }
}
