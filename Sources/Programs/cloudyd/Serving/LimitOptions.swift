import ArgumentParser
import ServerCommand

/// The limits of each account.
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

    /// Returns the maximum size of a store, in bytes. Ends with a status if a variable is invalid.
    func storeBytes() throws -> Int64 {
        let said = try storeLimit.orVariable(
            "CLOUDYD_STORE_LIMIT", "It must be from 1 to 1048576 MiB.", Self.megabytes)
        return Int64(said ?? 1024) << 20
    }

    /// Returns the maximum number of open event streams per account, if it was given.
    func streams() throws -> Int? {
        try streamsPerAccount.orVariable(
            "CLOUDYD_STREAMS_PER_ACCOUNT", "It must be from 1 to 1000000.", Self.streams)
    }
}

extension Int? {
    /// Returns the value of an option, or else of an environment variable.
    fileprivate func orVariable(
        _ name: String, _ rule: String, _ range: ClosedRange<Int>
    ) throws -> Int? {
        try self ?? variable(name, rule, where: range.contains)
    }
}
