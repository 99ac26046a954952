/// A function, an initializer, a subscript or a computed property with a body.
struct Function: Sendable {
    var name: String
    /// The number of the first line, from 1.
    var line: Int
    /// The number of lines from the declaration to the closing brace.
    var length: Int
    /// The text between the braces.
    var body: Substring

    /// The functions in code without comments and strings.
    static func all(in lines: [Substring]) -> [Function] {
        lines.indices.compactMap { index in
            guard let name = declaredName(lines[index]) else { return nil }
            return function(name, at: index, in: lines)
        }
    }

    /// The name that a line declares, if the declaration may have a body.
    private static func declaredName(_ line: Substring) -> String? {
        let words = line.split { " (<:?{".contains($0) }
        let modifiers: Set<Substring> = [
            "public", "private", "fileprivate", "package", "static", "final", "mutating",
            "override",
            "nonisolated", "consuming", "borrowing", "lazy", "weak", "convenience", "required",
            "open",
            "private(set)", "prefix", "nonmutating", "class",
        ]
        let rest = words.drop { modifiers.contains($0) || $0.hasPrefix("@") || $0 == "set)" }
        guard let keyword = rest.first else { return nil }
        switch keyword {
        case "func", "var", "let": return rest.dropFirst().first.map(String.init)
        case "init", "deinit", "subscript": return String(keyword)
        default: return nil
        }
    }

    private static func function(
        _ name: String, at start: Int, in lines: [Substring]
    ) -> Function? {
        let text = lines[start...].joined(separator: "\n")
        guard let opening = bodyStart(in: text) else { return nil }
        var depth = 0
        for index in text[opening...].indices {
            if text[index] == "{" { depth += 1 }
            if text[index] == "}" { depth -= 1 }
            guard depth == 0 else { continue }
            let length = text[...index].split(separator: "\n", omittingEmptySubsequences: false)
                .count
            let body = text[text.index(after: opening)..<index]
            return Function(name: name, line: start + 1, length: length, body: body)
        }
        return nil
    }

    /// The position of the body's brace: outside of parentheses, and before the end of the
    /// declaration.
    private static func bodyStart(in text: String) -> String.Index? {
        var depth = 0
        var isContinued = false
        for index in text.indices {
            switch text[index] {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "{" where depth == 0: return index
            case "}" where depth == 0, "=" where depth == 0 && !isOperator(text, index): return nil
            case "\n" where depth == 0 && !isContinued:
                let next = text[index...].drop { $0.isWhitespace }
                isContinued =
                    ["where ", "->", "throws", "async", "{"].contains { next.hasPrefix($0) }
                if !isContinued { return nil }
                isContinued = false
            default: break
            }
        }
        return nil
    }

    /// Whether an equals sign is a part of an operator's name or of a requirement.
    private static func isOperator(_ text: String, _ index: String.Index) -> Bool {
        let before = index > text.startIndex ? text[text.index(before: index)] : " "
        let after = text.index(after: index)
        return "=!<>+-*/%&|".contains(before) || (after < text.endIndex && text[after] == "=")
    }
}
