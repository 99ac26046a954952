import ArgumentParser
import DeviceStore
import Home
import KeyValueStore

struct Sync: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Exchange changes with the cloud now, and wait for it.")

    @Flag(help: "Let other devices delete what the mass-change brake holds back.")
    var accept = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            if options.offline {
                complain("sync exchanges changes with the cloud; leave out --offline.")
                throw ExitCode(ExitStatus.usage.rawValue)
            }
            let home = try options.open()
            let mirror = try options.openMirror(of: home)
            if accept { try home.device.acceptDeletions() }
            try waitFor { try await home.device.syncAndWait() }
            mirror.flushBeforeExit()
            for problem in mirror.takeProblems() { complain(problem) }
            try refuseLeftovers(home)
        }
    }

    /// What could not be sent is no success of a command that was asked to send it.
    private func refuseLeftovers(_ home: Home) throws {
        let state = try home.device.syncState()
        guard state.unsent > 0, state.quotaExceeded else { return }
        let edits = state.unsent == 1 ? "1 edit is" : "\(state.unsent) edits are"
        complain(
            "The cloud is full: \(edits) saved here and not sent. Delete bookmarks to make room; "
                + "the next sync tries again.")
        throw ExitCode(ExitStatus.cloudUnreachable.rawValue)
    }
}
