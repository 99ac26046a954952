/// Returns a text as a shell word, quoted if necessary.
package func shellWord(_ text: String) -> String {
    // Each scalar counts: some letters join the next character, such as a semicolon.
    let isPlain = text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
            || "/._-:,=@%+".unicodeScalars.contains($0)
    }
    if isPlain, !text.isEmpty { return text }
    return "'" + text.replacing("'", with: "'\\''") + "'"
}
