import TestSupport
import Testing

extension Home {
    /// Runs a command that must end well.
    @discardableResult
    func succeed(
        _ arguments: String..., input: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Command.Outcome {
        let outcome = try run(arguments, input: input)
        try #require(
            outcome.status == 0, "\(arguments): \(outcome.errors)", sourceLocation: sourceLocation)
        return outcome
    }

    /// The recovery string of a device that has a key, for another one.
    func recoveryString(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let shown = try succeed("key", "show", sourceLocation: sourceLocation)
        let lines = shown.output.split(separator: "\n").map { $0.filter { $0 != " " } }
        #expect(lines.count == 2, "\(shown.output)", sourceLocation: sourceLocation)
        return lines.joined(separator: "-")
    }
}
