import ArgumentParser

/// How much each account may have.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How many MiB each store of an account may have.",
            discussion: "Otherwise CLOUDYD_STORE_LIMIT, or 1024.", valueName: "MiB"))
    var storeLimit: Int?

    @Option(
        help: ArgumentHelp(
            "How many streams of events each account may have open.",
            discussion: """
                Each of its machines holds one while it listens; one that gets none looks once a \
                minute. Otherwise CLOUDYD_STREAMS_PER_ACCOUNT, or 200.
                """, valueName: "count"))
    var streamsPerAccount: Int?

    private static let megabytes = 1...1_048_576
    private static let streams = 1...1_000_000

    func validate() throws {
        if let storeLimit, !Self.megabytes.contains(storeLimit) {
            throw ValidationError("--store-limit is from 1 to 1048576 MiB.")
        }
        if let streamsPerAccount, !Self.streams.contains(streamsPerAccount) {
            throw ValidationError("--streams-per-account is from 1 to 1000000.")
        }
    }

    /// How many bytes a store may have. Ends with a status when a variable makes no sense, and so
    /// does the other.
    func storeBytes() throws -> Int64 {
        let said = try storeLimit.orVariable(
            "CLOUDYD_STORE_LIMIT", "It is from 1 to 1048576 MiB.", Self.megabytes)
        return Int64(said ?? 1024) << 20
    }

    /// How many streams of events an account may have open, if that was said.
    func streams() throws -> Int? {
        try streamsPerAccount.orVariable(
            "CLOUDYD_STREAMS_PER_ACCOUNT", "It is from 1 to 1000000.", Self.streams)
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
