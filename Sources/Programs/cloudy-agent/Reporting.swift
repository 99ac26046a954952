import ArgumentParser
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Replication
import SQLite

/// Runs `body`; prints an error on standard error, and ends with its status.
func reporting<Value>(_ body: () async throws -> Value) async throws -> Value {
    let (text, status): (String, ExitStatus)
    do {
        return try await body()
    } catch let error as CloudError {
        (text, status) = (
            error.message, error.code == .notAllowed ? .notAllowed : .cloudUnreachable
        )
    } catch let error as HomeError {
        (text, status) = (error.message, ExitStatus(error.code))
    } catch let error as SQLiteError {
        let error = HomeError(error)
        (text, status) = (error.message, ExitStatus(error.code))
    }
    complain(text)
    throw ExitCode(status.rawValue)
}
