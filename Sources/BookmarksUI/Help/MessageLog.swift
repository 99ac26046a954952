import Screen

/// The screen of the latest messages.
struct MessageLog: Sendable, Hashable {
    /// How many lines are above the screen.
    var scroll = 0
}

extension ScreenState {
    /// The latest messages, the latest first.
    func messageLines() -> [TextLine] {
        guard !log.isEmpty else { return [TextLine("No messages yet.", .faint)] }
        return log.reversed().flatMap { message in
            let sign = message.level == .info ? "" : symbols.alert + " "
            let time = CalendarTime(message.time, offset: utcOffset).timeOfDay
            return measure.wrapped(sign + message.text, to: size.columns - 9).enumerated()
                .map { number, text in
                    TextLine(number == 0 ? time : "", .faint)
                        .adding(text, message.level == .info ? .plain : message.level.role, at: 8)
                }
        }
    }
}
