import ArgumentParser
import Console
public import FileCoordination
public import ReportableErrors
public import ServerAccounts
import ServerCommand

extension AccountsError: ReportableError {
    public var exitStatus: ExitStatus { .badData }
}

/// Runs `body`, which opens or copies the files of a server; reports an error, and ends with its
/// status. Accounts that cannot be used are a matter of configuration.
///
/// - Parameter options: further options of commands about the same accounts.
func reportingFiles<Value>(_ options: String, _ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let error as AccountsError {
        complain(error.description(adding: options))
        throw ExitCode(.configuration)
    } catch {
        complain("\(error)")
        throw ExitCode((error as? any ReportableError)?.exitStatus ?? .cannotWrite)
    }
}
