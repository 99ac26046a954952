import Bookmarks
import WebPages

/// The results of a link check, for people and for programs.
struct LinkTally: Sendable {
    private(set) var results: [LinkChecker.Result] = []
    private var counts: [String: Int] = [:]

    mutating func add(_ new: [LinkChecker.Result]) {
        results += new
        for result in new { counts[result.state.finding.word, default: 0] += 1 }
    }

    var count: Int { results.count }
    var broken: Int { counts["broken", default: 0] }

    /// A summary in one line, without a full stop.
    var summary: String {
        var parts = ["\(grouped(broken)) broken"]
        for (word, text) in [("moved", "moved"), ("unsure", "unsure"), ("ok", "OK")] {
            if let count = counts[word] { parts.append("\(grouped(count)) \(text)") }
        }
        return "Checked \(counted(count, "link")): "
            + parts.joined(separator: ", ")
    }

    /// Returns rows for the links that do not simply work, the broken ones first.
    func rows(_ order: [String: Int]) -> [[String]] {
        let troubled = sorted(order).filter { $0.state.finding != .works }
        return ["broken", "moved", "unsure"].flatMap { word in
            troubled.filter { $0.state.finding.word == word }.map { result in
                [result.link.id, word, result.link.url, result.state.finding.detail]
            }
        }
    }

    /// Returns all results as a JSON array.
    func json(_ order: [String: Int]) -> String {
        JSON.lines(
            sorted(order).map { result in
                let state = result.state
                return JSON.object([
                    "id": JSON.string(result.link.id), "url": JSON.string(result.link.url),
                    "state": JSON.string(state.finding.word),
                    "detail": JSON.string(state.finding.detail),
                    "checked": JSON.number(state.checked),
                ])
            })
    }

    /// Returns the results in the order of the list, not of the answers.
    private func sorted(_ order: [String: Int]) -> [LinkChecker.Result] {
        results.sorted { order[$0.link.id, default: 0] < order[$1.link.id, default: 0] }
    }
}
