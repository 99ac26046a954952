import ArgumentParser
import BookmarkLibrary
import Console
import DeviceStore
import FileCoordination
import KeyValueStore

extension HomeOptions {
    /// Whether requests to the web are allowed: not in airplane mode, and not by a command that
    /// must stay apart.
    func mayAskWeb(_ home: Home) throws -> Bool {
        try !offline && !home.device.isOffline
    }

    /// Ends a command that needs the web if requests are not allowed. A command for which the web
    /// is optional continues without: see ``mayAskWeb(_:)``.
    func requireWeb(_ home: Home, for command: String) throws {
        if offline {
            complain("\(command) needs the web: leave out --offline.")
            throw ExitCode(.usage)
        }
        if try !mayAskWeb(home) { throw SyncError.offline }
    }
}
