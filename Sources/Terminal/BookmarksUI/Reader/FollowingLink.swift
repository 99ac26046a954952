import Bookmarks
import Screen

/// Asks for the number of a page's link.
struct FollowingLink: PromptPurpose {
    let links: [String]
    var verb: String { "open" }

    func labels(_ symbols: Symbols) -> [String] { ["Open link (1 to \(links.count)): ", "Link: "] }

    func enter(_ text: String, in screen: inout ScreenState) -> [Effect] {
        guard let number = Int(text.trimmed), 1...links.count ~= number else {
            screen.shell.reply("Type a number from 1 to \(links.count)", .warning)
            return []
        }
        screen.shell.leave()
        return [.openAddress(links[number - 1])]
    }
}
