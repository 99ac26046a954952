/// A block of Org with code or a comment: from `#+BEGIN_SRC` to `#+END_SRC`.
struct OrgBlock {
    private let name: String

    init?(beginning line: Substring) {
        guard let name = Self.name(line, "#+begin_"), Self.names.contains(name) else { return nil }
        self.name = name
    }

    func ends(at line: Substring) -> Bool { Self.name(line, "#+end_") == name }

    /// The reason why links in the block are not bookmarks.
    var reason: String { name == "comment" ? Self.inComment : Self.inCode }

    static let inComment = "a link in a comment"
    private static let inCode = "a link in a block of code"
    private static let names: Set<String> = ["src", "example", "export", "comment"]

    /// Returns the reason for a single line that is a comment, `# …`, or code, `: …`.
    static func reason(ofLine line: Substring) -> String? {
        let text = line.drop { $0 == " " || $0 == "\t" }
        guard let first = text.first, first == "#" || first == ":",
            text.dropFirst().first.map({ $0 == " " || $0 == "\t" }) ?? true
        else { return nil }
        return first == "#" ? inComment : inCode
    }

    /// Returns the first lines of the blocks that end before the next headline.
    static func firstLinesOfClosedBlocks(in lines: some Sequence<(Int, Substring)>) -> Set<Int> {
        var closed: Set<Int> = []
        var open: (number: Int, block: OrgBlock)?
        for (number, line) in lines {
            if line.first == "*", line.drop(while: { $0 == "*" }).first == " " {
                open = nil
            } else if let begun = open {
                guard begun.block.ends(at: line) else { continue }
                closed.insert(begun.number)
                open = nil
            } else if let block = OrgBlock(beginning: line) {
                open = (number, block)
            }
        }
        return closed
    }

    /// Returns the name after a beginning in any case, up to a blank, in lower case.
    private static func name(_ line: Substring, _ start: String) -> String? {
        let text = line.drop { $0 == " " || $0 == "\t" }
        guard text.utf8.first == UInt8(ascii: "#"),
            text.prefix(start.count).lowercased() == start
        else { return nil }
        return text.dropFirst(start.count).prefix { !$0.isWhitespace }.lowercased()
    }
}
