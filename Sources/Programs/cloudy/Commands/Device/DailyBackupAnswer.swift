import FoundationEssentials

/// The answer of the process that makes the daily backup, if it fails: a line of JSON on standard
/// output, for the list that started it. Standard error is for people.
struct DailyBackupAnswer: Codable {
    /// The failure, the likely reason, and what to type.
    var problem: String

    init(problem: String) { self.problem = problem }

    /// Reads an answer; returns `nil` if the process ended before it answered.
    init?(reading output: String) {
        guard let answer = try? JSONDecoder().decode(Self.self, from: Data(output.utf8)) else {
            return nil
        }
        self = answer
    }

    func write() {
        guard let bytes = try? JSONEncoder().encode(self) else { return }
        say(String(decoding: bytes, as: UTF8.self))
    }
}
