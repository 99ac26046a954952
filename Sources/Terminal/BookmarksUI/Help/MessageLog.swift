import Bookmarks
import Replication
import Screen

/// The page of the latest messages.
struct MessageLog: TextPage {
    static let context = ActionContext.messages

    /// The number of lines above the screen.
    var scroll = 0

    func heading(in view: ShellView) -> [String] { ["Messages"] }

    func notice(in view: ShellView) -> String? {
        guard view.log.isEmpty else { return nil }
        let key = view.keys.name(of: .back, in: view.context)
        return "No messages yet." + (key.map { " Press \($0) to go back." } ?? "")
    }

    func lines(in view: ShellView) -> [TextLine] { view.messageLines() }
}

extension ShellView {
    /// Returns the latest messages, the newest first.
    fileprivate func messageLines() -> [TextLine] {
        log.reversed().flatMap { message in
            let sign = message.level == .info ? "" : symbols.alert + " "
            let time = CalendarTime(message.time, offset: utcOffset).timeOfDay
            let role = message.level == .info ? Role.plain : message.level.role
            // On a narrow screen, a column for the time would leave no room for words.
            if size.columns < 30 {
                let text = "\(time) \(sign)\(message.text)"
                return measure.wrapped(text, to: size.columns).map { TextLine($0, role, at: 0) }
            }
            return measure.wrapped(sign + message.text, to: size.columns - 9).enumerated()
                .map { number, text in
                    TextLine(number == 0 ? time : "", .faint)
                        .adding(text, role, at: 8)
                }
        }
    }
}
