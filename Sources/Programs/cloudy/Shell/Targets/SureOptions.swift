import ArgumentParser

/// The option that skips questions: one way to say it for all commands that ask.
struct SureOptions: ParsableArguments {
    @Flag(
        name: .shortAndLong,
        help: """
            Don't ask for confirmation. Without it, Cloudy asks before changing many, on a \
            terminal only.
            """)
    var yes = false

    /// Asks, unless that was said; see ``Confirmation``.
    ///
    /// - Parameter limit: how many are done without a question.
    func ask(
        _ question: String, about count: Int, limit: Int = Confirmation.limit
    ) throws {
        try Confirmation.ask(question, about: count, limit: limit, isAnswered: yes)
    }
}
