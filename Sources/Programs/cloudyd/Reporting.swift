import ArgumentParser
import DeviceStore
import Replication
import SQLite
import SealedCloud
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
    let (text, status): (String, ExitStatus)
    do {
        return try await body()
    } catch let error as CloudError {
        (text, status) = (words(error), error.code == .notAllowed ? .notAllowed : .cloudUnreachable)
    } catch let error as HomeError {
        (text, status) = (error.message, ExitStatus(error.code))
    } catch let error as SQLiteError {
        let error = HomeError(error)
        (text, status) = (error.message, ExitStatus(error.code))
    } catch let error as AccountsError {
        (text, status) = (error.description(adding: options), .badData)
    } catch let error as RecoveryString.Mistake {
        (text, status) = ("\(error.message) Nothing was changed.", .badData)
    }
    complain(text)
    throw ExitCode(status)
}

extension ExitCode {
    init(_ status: ExitStatus) { self.init(status.rawValue) }
}
