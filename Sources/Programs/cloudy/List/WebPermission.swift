import ArgumentParser
import BookmarkLibrary
import DeviceStore
import FileCoordination
import KeyValueStore

extension HomeOptions {
    /// Whether the web may be asked: not in airplane mode, in which nothing leaves the machine, and
    /// not by what was told to stay apart.
    func mayAskWeb(_ home: Home) throws -> Bool {
        try !offline && !home.device.isOffline
    }

    /// Ends a command that cannot do without the web where it may not be asked. A command for which
    /// the web is optional does without: see ``mayAskWeb(_:)``.
    func requireWeb(_ home: Home, for command: String) throws {
        if offline {
            complain("\(command) needs the web: leave out --offline.")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
        if try !mayAskWeb(home) { throw SyncError.offline }
    }
}
