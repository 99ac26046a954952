import Bookmarks
public import Documents
import KeyValueStore

// The devices and times of a conflict, in words. The same device can write twice if two terminals
// have the note open. Then only the times distinguish the versions, because a version has no
// terminal.

extension DocumentConflict {
    /// Returns the conflict in words: `laptop and phone changed the same lines of the note`, or
    /// `laptop and phone each began the note`.
    ///
    /// - Parameter date: formats a time in seconds since 1970, to the minute.
    public func summary(date: (Double) -> String) -> String {
        let who =
            devices.count > 1
            ? devices.joinedWithAnd
            : "\(count) edits on \(devices.first ?? "one device") (\(times(date)))"
        if kind == .note, origin == .begun { return "\(who) each began the note" }
        if isMerged, origin == .changed { return "\(who) changed the same lines of the note" }
        return switch kind {
        case .page: "\(who) saved the page “\(shortTitle)” at the same time"
        case .note: "\(who) wrote the note at the same time"
        case .file: "\(who) attached “\(shortTitle)” at the same time"
        }
    }

    /// Returns the versions in words: `version 2 on laptop, 14:02, and version 3 on phone, 14:05`.
    public func versions(date: (Double) -> String) -> String {
        zip(sides, moments(date)).map { side, time in
            "\(side.name) on \(side.version.device), \(time)"
        }.joined(separator: "; ")
    }

    private var shortTitle: Substring { title.prefix(60) }

    private var count: String { sides.count == 2 ? "Two" : "\(sides.count)" }

    private func times(_ date: (Double) -> String) -> String {
        moments(date).joinedWithAnd
    }

    /// Returns the times of the versions, with seconds if the minutes are equal.
    private func moments(_ date: (Double) -> String) -> [String] {
        let minutes = sides.map { date($0.version.made) }
        if Set(minutes).count == minutes.count { return minutes }
        return zip(minutes, sides).map { minute, side in
            let seconds = Int(side.version.made.rounded(.down)) % 60
            return minute + (seconds < 10 ? ":0" : ":") + "\(seconds)"
        }
    }
}
