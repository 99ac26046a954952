import Glibc
import SeededRandom
import TestSupport

/// Adds, edits and deletes with the keys of an open list, and toggles airplane mode.
struct ListWorker {
    let place: Workplace
    private var random: SplitMix

    init(_ place: Workplace) {
        self.place = place
        random = SplitMix(seed: place.seed)
    }

    mutating func work() {
        while ContinuousClock.now < place.deadline {
            do {
                let list = try place.home.open(device: place.device)
                try use(list)
            } catch {
                place.journal.noteIncident("the list of \(place.device): \(error)")
            }
        }
    }

    /// Works in one list until it is killed.
    private mutating func use(_ list: borrowing Terminal) throws {
        guard try appears(list, { $0.contains("Cloudy") }) else { return try report(list) }
        while ContinuousClock.now < place.deadline {
            guard try list.reset() else { return try report(list) }
            let isDoomed = place.journal.takeDoom(place.number)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4: try add(list, isDoomed)
            case 4..<8: try edit(list, isDoomed)
            case 8: try delete(list, isDoomed)
            default: try list.press("C")
            }
            if isDoomed {
                try list.signal(SIGKILL)
                return
            }
        }
    }

    /// Reports a list that ended by itself, which means that it crashed, or that hangs.
    private func report(_ list: borrowing Terminal) throws {
        let isDead = try list.ask("#{pane_dead} #{pane_dead_status} #{pane_dead_signal}")
        place.journal.noteIncident(
            "the list of \(place.device) is stuck or has ended (\(isDead)):\n\(try list.screen)")
    }

    private func appears(
        _ list: borrowing Terminal, for timeout: Duration = .seconds(60),
        _ condition: (String) -> Bool
    ) throws -> Bool {
        try wait(for: timeout) { condition(try list.screen) }
    }

    private mutating func add(_ list: borrowing Terminal, _ isDoomed: Bool) throws {
        let mark = place.journal.newToken()
        try list.press("a")
        guard try appears(list, { $0.contains("Notes") }) else { return }
        try list.type(Workplace.url(mark))
        try list.press("Enter")
        try list.type(mark)
        let seen = try perform(.add, mark, mark, list, "Added “\(mark)”", isDoomed) {
            try list.press("C-o")
        }
        if seen { place.journal.note(KnownBookmark(mark: mark, device: place.device)) }
    }

    private mutating func edit(_ list: borrowing Terminal, _ isDoomed: Bool) throws {
        guard
            let (bookmark, field) = place.journal.claimEdit(
                fields: [.name, .notes], onlyOf: place.device, using: &random),
            try find(bookmark, list)
        else { return }
        let token = place.journal.newToken()
        try list.press("e")
        guard try appears(list, { $0.contains("Notes") }) else { return }
        for _ in 0..<(field == .name ? 1 : 3) { try list.press("Tab") }
        try list.press("C-e", "C-u")
        try list.type(token)
        _ = try perform(.edit(field), bookmark.mark, token, list, "Saved “", isDoomed) {
            try list.press("C-o")
        }
    }

    private mutating func delete(_ list: borrowing Terminal, _ isDoomed: Bool) throws {
        guard let bookmark = place.journal.claimDeletion(onlyOf: place.device, using: &random),
            try find(bookmark, list)
        else { return }
        _ = try perform(.delete, bookmark.mark, bookmark.mark, list, "Deleted “", isDoomed) {
            try list.press("d")
        }
    }

    /// Selects a bookmark by filtering for its mark.
    private func find(_ bookmark: KnownBookmark, _ list: borrowing Terminal) throws -> Bool {
        try list.press("/")
        try list.type(bookmark.mark)
        let isThere = try appears(list, for: .seconds(5)) { screen in
            screen.split(separator: "\n").contains {
                $0.hasPrefix("> ") && $0.contains("/\(bookmark.mark)")
            }
        }
        guard isThere else { return false }
        try list.press("Enter")
        return try appears(list, for: .seconds(5)) { $0.contains("q quit") || $0.contains("d ") }
    }

    /// Runs `act`, which presses the keys, and notes whether the list's message appears.
    private mutating func perform(
        _ kind: Deed.Kind, _ mark: String, _ token: String, _ list: borrowing Terminal,
        _ message: String, _ isDoomed: Bool, _ act: () throws -> Void
    ) throws -> Bool {
        let start = ContinuousClock.now
        let before = try list.screen
        try act()
        let patience =
            isDoomed
            ? Duration.milliseconds(Int.random(in: 0..<60, using: &random))
            : .seconds(4)
        // A message that was already there proves nothing.
        let seen =
            before.contains(message)
            ? false : (try? appears(list, for: patience) { $0.contains(message) }) ?? false
        place.journal.note(
            Deed(
                kind: kind, mark: mark, token: token, device: place.device, start: start,
                end: .now, outcome: seen ? .acknowledged : .unknown))
        return seen
    }
}

extension Terminal {
    /// Leaves forms, questions and filters; returns whether only the list is left.
    func reset() throws -> Bool {
        for _ in 0..<100 {
            let screen = try screen
            if screen.contains("[y/N]") {
                try press("y")
            } else if screen.contains("q quit"), !screen.contains("Filter") {
                return true
            } else {
                // Keys that arrive right after an Escape would count as keys with Alt.
                try press("Escape")
            }
            poll(nil, 0, 30)
        }
        return false
    }
}
