/// The parts of the script for zsh that are not the parser's.
enum ZshCompletion {
    /// Returns the script with support for arguments joined to their options: `--query=swift`.
    static func withJoinedArguments(_ script: String) -> String {
        script.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let spec = line.drop { $0 == " " }
            // An option without an argument ends with its description.
            guard spec.hasPrefix("'"), spec.contains("]:") else { return String(line) }
            guard let end = spec.firstRange(of: "[")?.lowerBound else { return String(line) }
            let names = spec[..<end]
            let indent = line[..<spec.startIndex]
            return "\(indent)\(joined(names))\(spec[end...])"
        }.joined(separator: "\n")
    }

    /// Returns the names of an option with an argument, with the long ones marked for joining.
    private static func joined(_ names: Substring) -> String {
        guard let open = names.firstIndex(of: "{"), let close = names.firstIndex(of: "}") else {
            return names.contains("--") ? "\(names)=" : String(names)
        }
        let each = names[names.index(after: open)..<close].split(separator: ",")
            .map { $0.hasPrefix("--") ? "\($0)=" : String($0) }
        return "\(names[...open])\(each.joined(separator: ","))\(names[close...])"
    }

    /// The script with a place of the cursor that is right also within quotes. The parser's own
    /// script looks for it in the line, where a blank within quotes seems to begin another word.
    static func withCursorInQuotes(_ script: String) -> String {
        script.withBody(
            """
                local -r typed="${QIPREFIX}${IPREFIX}${PREFIX}"
                printf %s "${#typed}"
            """, of: "__cloudy_cursor_index_in_current_word")
    }
}
