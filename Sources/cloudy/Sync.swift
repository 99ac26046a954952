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
            if options.offline { throw SyncError.offline }
            let home = try options.open()
            let mirror = try options.openMirror(of: home)
            if accept { try home.device.acceptDeletions() }
            try waitFor { try await home.device.syncAndWait() }
            mirror.flushBeforeExit()
            for problem in mirror.takeProblems() { complain(problem) }
        }
    }
}
