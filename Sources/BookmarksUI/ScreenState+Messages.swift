extension ScreenState {
    /// Says something on the message line and keeps it in the log.
    mutating func say(
        _ level: MessageLevel, _ text: String, hint: String? = nil, isLogged: Bool = true
    ) {
        let new = Message(
            level: level, text: text, hint: hint, time: now,
            expires: level.duration.map { now + $0 })
        message = new
        if isLogged { keep(new) }
    }

    /// Says something only if the message line is free, but keeps it in the log in any case.
    mutating func mention(_ text: String) {
        if message == nil {
            say(.info, text)
        } else {
            keep(Message(level: .info, text: text, time: now))
        }
    }

    private mutating func keep(_ message: Message) {
        log.append(message)
        if log.count > Message.logLimit { log.removeFirst(log.count - Message.logLimit) }
    }
}
