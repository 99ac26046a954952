import ArgumentParser

/// The option that skips questions, shared by all commands that ask.
struct SureOptions: ParsableArguments {
    @Flag(
        name: .shortAndLong,
        help: """
            Don't ask for confirmation. Without it, Cloudy asks before changing many, on a \
            terminal only.
            """)
    var yes = false

    /// Asks, unless the option is given: see ``Confirmation``.
    ///
    /// - Parameter limit: the number of bookmarks up to which no question is needed.
    func ask(
        _ question: String, about count: Int, limit: Int = Confirmation.limit
    ) throws {
        try Confirmation.ask(question, about: count, limit: limit, isAnswered: yes)
    }
}
