/// The kinds of terminals that take exact colors, as the database of terminals names them.
enum ExactColorKind {
    /// The kind that a terminal of another kind may be known by too: `xterm-direct` for
    /// `xterm-256color`, and `kitty-direct` for `xterm-kitty`.
    static func name(for term: String) -> String {
        let indexed = "-256color"
        let base = term.hasSuffix(indexed) ? String(term.dropLast(indexed.count)) : term
        let own = base.hasPrefix("xterm-") ? String(base.dropFirst("xterm-".count)) : base
        return own + "-direct"
    }
}
