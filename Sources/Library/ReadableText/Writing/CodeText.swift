/// Returns the text of elements that keep their lines and blanks.
enum CodeText {
    /// Returns the text without blank lines at both ends, and with tabs expanded.
    static func text(of root: PageTree.ID, in tree: PageTree) -> String {
        var text = ""
        var node = root
        while node != PageTree.none {
            let current = tree[node]
            if ElementNames.unwritten.contains(current.name) || isLineNumber(current) {
                node = tree.afterSubtree(node, within: root)
                continue
            }
            if current.isText {
                text += current.text
            } else if current.name == "br" {
                text += "\n"
            } else if node != root, ElementNames.blocks.contains(current.name), !text.isEmpty,
                !text.hasSuffix("\n")
            {
                // Each line is in a separate element.
                text += "\n"
            }
            node = tree.after(node, within: root)
        }
        return tidied(text)
    }

    /// Whether code consists only of line numbers for other code next to it.
    static func isLineNumbers(_ text: String) -> Bool {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count > 1, let first = Int(words[0]) else { return false }
        return words.enumerated().allSatisfy { Int($0.element) == first &+ $0.offset }
    }

    private static func isLineNumber(_ node: PageTree.Node) -> Bool {
        guard let classes = node["class"]?.lowercased() else { return false }
        return classes.split(separator: " ").contains {
            ["lineno", "linenos", "line-number", "line-numbers", "linenumber", "gutter"]
                .contains($0)
        }
    }

    /// Returns text without blank lines at both ends, blanks at the ends of lines, and tabs.
    static func tidied(_ text: String) -> String {
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .map { expanded($0) }
        while lines.last?.isEmpty == true { lines.removeLast() }
        let start = lines.firstIndex { !$0.isEmpty } ?? 0
        return lines[start...].joined(separator: "\n")
    }

    /// Returns a line with tabs expanded to every eighth column, and without blanks at its end.
    private static func expanded(_ line: Substring) -> String {
        var result = ""
        var column = 0
        for character in line {
            if character == "\t" {
                let count = 8 - column % 8
                result += String(repeating: " ", count: count)
                column += count
            } else {
                result.append(character == "\u{A0}" || character == "\r" ? " " : character)
                column += 1
            }
        }
        while result.last == " " { result.removeLast() }
        return result
    }
}
