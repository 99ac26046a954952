import ArgumentParser
import DeviceStore
import Glibc
import Replication
import Verification

/// What `cloudy verify` compares with what is here.
struct RecordsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "records", abstract: "Print what the server of this machine holds.",
        shouldDisplay: false)

    @OptionGroup var options: DeviceOptions

    func run() async throws {
        try await reporting {
            let location = try options.location()
            let remote = try location.server()
            let connect = try Sealing(location, SyncCommand.connector(location)).connector()
            let content = try await CloudEvidence.Content(listing: connect(remote, nil))
            try write(content.encoded())
        }
    }

    private func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw ExitCode(74)
            }
        }
    }
}
