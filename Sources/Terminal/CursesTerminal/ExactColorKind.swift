/// Kinds of terminals with exact colors, as terminfo names them.
enum ExactColorKind {
    /// Returns the kind with exact colors for another kind: `xterm-direct` for `xterm-256color`,
    /// and `kitty-direct` for `xterm-kitty`.
    static func name(for term: String) -> String {
        let indexed = "-256color"
        let base = term.hasSuffix(indexed) ? String(term.dropLast(indexed.count)) : term
        let own = base.hasPrefix("xterm-") ? String(base.dropFirst("xterm-".count)) : base
        return own + "-direct"
    }
}
