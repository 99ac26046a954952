/// The parts of the script for zsh that are not the parser's.
enum ZshCompletion {
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
