import ArgumentParser
import Console
import FileCoordination
import Replication
import SQLite
import ServerAccounts
import ServerCommand

/// Runs `body`; prints an error on standard error, and ends with its status.
///
/// - Parameters:
///   - words: the message about a cloud that failed.
///   - options: further options of commands about the same accounts.
func reporting<Value>(
    _ words: (CloudError) -> String = { $0.message }, options: String = "",
    _ body: () async throws -> Value
) async throws -> Value {
    let (text, status): (String, ExitStatus)
    do {
        return try await body()
    } catch let error as CloudError {
        (text, status) = (words(error), error.code == .notAllowed ? .notAllowed : .cloudUnreachable)
    } catch let error as SQLiteError {
        let isDamaged = error.code == .corrupt || error.code == .notADatabase
        (text, status) = (error.description, isDamaged ? .badData : .cannotWrite)
    } catch let error as AccountsError {
        (text, status) = (error.description(adding: options), .badData)
    }
    complain(text)
    throw ExitCode(status)
}
