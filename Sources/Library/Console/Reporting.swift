import ArgumentParser
import FileCoordination
package import ReportableErrors

/// Runs `body`; prints an error that has a status on standard error, and ends with that status.
///
/// - Parameter words: returns the message about an error.
package func reporting<Value>(
    _ words: (any ReportableError) -> String = { $0.description },
    _ body: () async throws -> Value
) async throws -> Value {
    do {
        return try await body()
    } catch let error as any ReportableError {
        throw reported(error, words)
    }
}

/// Runs `body`; prints an error that has a status on standard error, and ends with that status.
package func reporting<Value>(_ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let error as any ReportableError {
        throw reported(error) { $0.description }
    }
}

private func reported(
    _ error: any ReportableError, _ words: (any ReportableError) -> String
) -> ExitCode {
    complain(words(error))
    return ExitCode(error.exitStatus)
}
