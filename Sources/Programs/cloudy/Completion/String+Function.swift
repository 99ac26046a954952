extension String {
    /// Returns a bash or zsh script with another body of a function.
    func withBody(_ body: String, of function: String) -> String {
        let head = "\n\(function)() {\n"
        guard let begin = firstRange(of: head)?.upperBound,
            let end = self[begin...].firstRange(of: "\n}\n")?.lowerBound
        else { return self }
        return String(self[..<begin]) + body + self[end...]
    }
}
