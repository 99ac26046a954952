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
    let (text, status): (String, Int32)
    do {
        return try await body()
    } catch let error as CloudError {
        (text, status) = (words(error), error.code == .notAllowed ? 77 : 69)
    } catch let error as HomeError {
        (text, status) = (error.message, number(of: error.code))
    } catch let error as SQLiteError {
        let error = HomeError(error)
        (text, status) = (error.message, number(of: error.code))
    } catch let error as AccountsError {
        (text, status) = (error.description(adding: options), 65)
    } catch let error as RecoveryString.Mistake {
        (text, status) = ("\(error.message) Nothing was changed.", 65)
    }
    complain(text)
    throw ExitCode(status)
}

private func number(of code: HomeError.Code) -> Int32 {
    switch code {
    case .cannotWrite: 74
    case .notAllowed: 77
    case .damaged: 65
    default: 78
    }
}
