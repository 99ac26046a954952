/// Finds the first word of a command line that is no option: the command, or an address.
enum FirstWord {
    /// The options of the list that take the next word.
    private static let valued: Set = ["--filter", "--home", "--device", "--simulate"]

    /// Returns the index of the word; `nil` if there are only options.
    static func index(in arguments: [String]) -> Int? {
        var isValue = false
        for (index, word) in arguments.enumerated() {
            if !isValue && !word.hasPrefix("-") { return index }
            isValue = !isValue && valued.contains(word)
        }
        return nil
    }
}
