import AgentService
import ArgumentParser
import CloudMessages
import Console
import DeviceStore
import FileCoordination
import Glibc
import Replication

/// The program that talks to a network for a device: see `AgentSession`.
@main
struct CloudyAgent: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloudy-agent",
        abstract: "Sync the bookmarks of a device with its server.",
        discussion: """
            cloudy starts the agent when a list is open or there is something to send. The agent \
            ends after a minute with no open list and nothing to send. With --stay it runs until \
            a signal stops it, so the bookmarks are always up to date. Example: cloudy-agent --stay

            Exit status: 0 done, 64 wrong usage, 65 a file is damaged, 69 the server is \
            unreachable, 74 cannot write, 77 not allowed, 78 invalid configuration.
            """,
        version: Release.version)

    @OptionGroup var options: DeviceOptions

    @Flag(help: "Keep running until a signal stops it.")
    var stay = false

    func run() async throws {
        ProcessMemory.limitArenas()
        WatchShortage.report { complain($0) }
        var options = options
        try await reporting {
            let location = try options.location()
            // It runs for long, and must not keep its starting folder in use.
            options.home = location.folder
            if location.folder.hasPrefix("/") { chdir("/") }
            let options = options
            // An agent that stays may start before the device exists.
            if stay { try? createPrivateFolder(location.deviceFolder) }
            let runtime = environment("XDG_RUNTIME_DIR")
            let endpoint = try await AgentEndpoint.take(
                location.agent, waits: stay, runtime: runtime)
            guard let endpoint else { return }
            try await AgentSession(
                endpoint, Network(), stays: stay, extractor: DetachedProgram.path("cloudy"),
                locate: { try options.location() },
                report: { complain($0) }
            ).run()
        }
    }
}
