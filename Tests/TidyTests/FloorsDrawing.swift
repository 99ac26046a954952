/// The floors as drawn in Docs/Internals/Architecture.md: a code block marked `floors`, with a line
/// for each floor, the highest first, with its name and its targets.
struct FloorsDrawing: Sendable {
    /// The floors, the lowest first.
    var floors: [(name: String, targets: [String])]

    static let current = Result {
        try FloorsDrawing(contents(of: "Docs/Internals/Architecture.md"))
    }

    init(_ page: String) throws {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "```floors"),
            let end = lines[start...].firstIndex(of: "```")
        else { throw Missing() }
        floors = lines[(start + 1)..<end].reversed().map { line in
            let words = line.split { " ·".contains($0) }.map(String.init)
            return (words.first ?? "", Array(words.dropFirst()))
        }
    }

    /// The page has no such block.
    struct Missing: Error {}

    /// The floor and the target of a path in Sources; `nil` for other paths.
    static func place(of path: String) -> (floor: String, target: String)? {
        let folders = path.split(separator: "/").map(String.init)
        guard folders.count >= 3, folders[0] == "Sources" else { return nil }
        return (folders[1], folders[2])
    }
}
