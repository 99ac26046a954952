import ArgumentParser
import ServerCommand

/// How much each account may have.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The maximum size of each store of an account, in MiB.",
            discussion: "Default: $CLOUDYD_STORE_LIMIT, or 1024.", valueName: "MiB"))
    var storeLimit: Int?

    @Option(
        help: ArgumentHelp(
            "The maximum number of open event streams for each account.",
            discussion: """
                Each machine of the account holds one open while it listens; a machine without one \
                polls once a minute. Default: $CLOUDYD_STREAMS_PER_ACCOUNT, or 200.
                """, valueName: "count"))
    var streamsPerAccount: Int?

    private static let megabytes = 1...1_048_576
    private static let streams = 1...1_000_000

    func validate() throws {
        if let storeLimit, !Self.megabytes.contains(storeLimit) {
            throw ValidationError("--store-limit must be from 1 to 1048576 MiB.")
        }
        if let streamsPerAccount, !Self.streams.contains(streamsPerAccount) {
            throw ValidationError("--streams-per-account must be from 1 to 1000000.")
        }
    }

    /// How many bytes a store may have. Ends with a status when a variable makes no sense, and so
    /// does the other.
    func storeBytes() throws -> Int64 {
        let said = try storeLimit.orVariable(
            "CLOUDYD_STORE_LIMIT", "It must be from 1 to 1048576 MiB.", Self.megabytes)
        return Int64(said ?? 1024) << 20
    }

    /// How many streams of events an account may have open, if that was said.
    func streams() throws -> Int? {
        try streamsPerAccount.orVariable(
            "CLOUDYD_STREAMS_PER_ACCOUNT", "It must be from 1 to 1000000.", Self.streams)
    }
}

extension Int? {
    /// The number that an option has, or else a variable of the environment.
    fileprivate func orVariable(
        _ name: String, _ rule: String, _ range: ClosedRange<Int>
    ) throws -> Int? {
        try self ?? variable(name, rule, where: range.contains)
    }
}
