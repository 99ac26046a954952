import ArgumentParser
import Replication
import SQLite
import ServerAccounts

/// Says on standard error what went wrong, and ends with the status that says so too.
///
/// - Parameters:
///   - words: what is said of a cloud that failed.
///   - options: what commands about the same accounts are told besides.
func reporting<Value>(
    _ words: (CloudError) -> String = { $0.message }, options: String = "",
    _ body: () async throws -> Value
) async throws -> Value {
    let (text, status): (String, Int32)
    do {
        return try await body()
    } catch let error as CloudError {
        (text, status) = (words(error), error.code == .notAllowed ? 77 : 69)
    } catch let error as SQLiteError {
        let isDamaged = error.code == .corrupt || error.code == .notADatabase
        (text, status) = (error.description, isDamaged ? 65 : 74)
    } catch let error as AccountsError {
        (text, status) = (error.description(adding: options), 65)
    }
    complain(text)
    throw ExitCode(status)
}
