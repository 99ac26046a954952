import SeededRandom
import TestSupport

/// The place and the time limit of a worker's work.
struct Workplace: Sendable {
    var number: Int
    var device: String
    var home: TorturedHome
    var journal: TortureJournal
    var deadline: ContinuousClock.Instant
    var seed: UInt64

    static func url(_ mark: String) -> String { "https://t.example/\(mark)" }
}

/// Adds, edits and deletes with one command after another.
struct CommandWorker {
    let place: Workplace
    private var random: SplitMix

    init(_ place: Workplace) {
        self.place = place
        random = SplitMix(seed: place.seed)
    }

    mutating func work() {
        while ContinuousClock.now < place.deadline {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4: add()
            case 4..<9: edit()
            default: delete()
            }
        }
    }

    private mutating func add() {
        let mark = place.journal.newToken()
        let arguments = ["add", Workplace.url(mark), "--name", mark]
        guard let outcome = perform(.add, mark, mark, arguments), outcome.status == 0 else {
            return
        }
        let id = String(outcome.output.prefix { $0 != "\n" })
        place.journal.note(KnownBookmark(mark: mark, id: id, device: place.device))
    }

    private mutating func edit() {
        guard
            let (bookmark, field) = place.journal.claimEdit(
                fields: TorturedField.allCases, onlyOf: nil, using: &random), let id = bookmark.id
        else { return }
        let token = place.journal.newToken()
        let change =
            switch field {
            case .name: ["--name", token]
            case .notes: ["--notes", token]
            case .url: ["--url", "\(Workplace.url(bookmark.mark))?\(token)"]
            case .tags: ["--tag", token]
            }
        _ = perform(.edit(field), bookmark.mark, token, ["edit", id] + change)
    }

    private mutating func delete() {
        guard let bookmark = place.journal.claimDeletion(onlyOf: nil, using: &random),
            let id = bookmark.id
        else { return }
        _ = perform(.delete, bookmark.mark, bookmark.mark, ["delete", id])
    }

    /// Runs a command that changes something, and notes the outcome.
    private mutating func perform(
        _ kind: Deed.Kind, _ mark: String, _ token: String, _ arguments: [String]
    ) -> Command.Outcome? {
        let isDoomed = place.journal.takeDoom(place.number)
        let patience = isDoomed ? Double.random(in: 0.005..<0.15, using: &random) : nil
        let start = ContinuousClock.now
        let all = arguments + ["--device", place.device]
        let outcome = Result { try place.home.run(all, killAfter: patience) }
        let status = (try? outcome.get())?.status
        place.journal.note(
            Deed(
                kind: kind, mark: mark, token: token, device: place.device, start: start,
                end: .now, outcome: status == 0 ? .acknowledged : .unknown))
        check(outcome, arguments, isDoomed)
        return try? outcome.get()
    }

    private func check(
        _ outcome: Result<Command.Outcome, any Error>, _ arguments: [String], _ isDoomed: Bool
    ) {
        switch outcome {
        case .success(let outcome):
            // A device does not find a bookmark that it has not fetched yet, the disk is full for a
            // while, and the chosen worker is killed.
            let isExpected =
                [0, 1, 74].contains(outcome.status)
                || isDoomed && [124, 137].contains(outcome.status)
            if !isExpected {
                place.journal.noteIncident(
                    "\(arguments) on \(place.device): \(outcome.status) \(outcome.errors)")
            }
        case .failure(let error):
            place.journal.noteIncident("\(arguments) on \(place.device): \(error)")
        }
    }
}
