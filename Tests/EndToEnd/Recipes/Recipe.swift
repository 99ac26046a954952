import TestSupport
import Testing

/// A section of a document with commands in blocks marked `console`, and their output.
struct Recipe: Sendable, CustomTestStringConvertible {
    var title: String
    var steps: [Step] = []

    var testDescription: String { title }

    /// A command after `$ `, with further lines after `> `, and the lines it prints.
    struct Step: Sendable {
        var command: String
        var output: [String] = []
    }

    /// The sections of a document that have commands, in order.
    static func all(in document: String) -> [Recipe] {
        var recipes: [Recipe] = []
        var isInBlock = false
        for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isInBlock = line == "```console"
            } else if !isInBlock, line.hasPrefix("## ") {
                recipes.append(Recipe(title: String(line.dropFirst(3))))
            } else if isInBlock, let last = recipes.indices.last {
                recipes[last].take(line)
            }
        }
        return recipes.filter { !$0.steps.isEmpty }
    }

    private mutating func take(_ line: Substring) {
        if line.hasPrefix("$ ") {
            steps.append(Step(command: String(line.dropFirst(2))))
        } else if line.hasPrefix("> "), let last = steps.indices.last {
            steps[last].command += "\n" + line.dropFirst(2)
        } else if let last = steps.indices.last {
            steps[last].output.append(String(line))
        }
    }

    /// All commands as one script that prints the marker before the output of each.
    static func script(_ steps: [Step], marker: String) -> String {
        steps.map { "printf '%s\\n' '\(marker)'\n\($0.command)\n" }.joined()
    }
}

/// Whether the printed lines match a document, in which `…` stands for any text within a line, and
/// a line with nothing else for any number of lines.
func matches(_ shown: ArraySlice<String>, _ printed: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return printed.isEmpty }
    if first == "…" {
        return (printed.startIndex...printed.endIndex).contains { start in
            matches(shown.dropFirst(), printed[start...])
        }
    }
    guard let line = printed.first, matches(line: line[...], first[...]) else { return false }
    return matches(shown.dropFirst(), printed.dropFirst())
}

private func matches(line: Substring, _ pattern: Substring) -> Bool {
    guard let gap = pattern.firstIndex(of: "…") else { return line == pattern }
    let (head, tail) = (pattern[..<gap], pattern[gap...].dropFirst())
    guard line.hasPrefix(head) else { return false }
    var rest = line.dropFirst(head.count)
    while true {
        if matches(line: rest, tail) { return true }
        if rest.isEmpty { return false }
        rest = rest.dropFirst()
    }
}
