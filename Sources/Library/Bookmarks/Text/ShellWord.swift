/// Returns a text as a shell word, quoted if necessary.
package func shellWord(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "/._-:,=@%+".contains($0) }
    if isPlain, !text.isEmpty { return text }
    return "'" + text.replacing("'", with: "'\\''") + "'"
}
