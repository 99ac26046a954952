public import Testing

/// The object store that `make test-s3` runs for tests: OpenStack Swift with its S3 interface, on
/// loopback.
public struct ObjectStore: Sendable {
    /// A bucket in the store, in the form of `--documents`.
    public let place: String
    public let key: String
    public let secret: String
    public let region: String
    /// The command that stops and starts parts of the store.
    private let command: String

    /// The running store; `nil` if there is none.
    public static let running: ObjectStore? = {
        let environment = Command.inheritedEnvironment
        guard let place = environment["CLOUDY_S3"], let key = environment["CLOUDY_S3_KEY"],
            let secret = environment["CLOUDY_S3_SECRET"],
            let region = environment["CLOUDY_S3_REGION"],
            let command = environment["CLOUDY_S3_CONTROL"]
        else { return nil }
        return ObjectStore(
            place: place, key: key, secret: secret, region: region, command: command)
    }()

    /// The reason why tests with an object store do not run.
    public static let isMissing: Comment = "make test-s3 runs an object store for this"

    /// The environment variables with a server's credentials.
    public var variables: [String: String] {
        ["AWS_ACCESS_KEY_ID": key, "AWS_SECRET_ACCESS_KEY": secret, "AWS_REGION": region]
    }

    /// Stops the node that has the objects.
    public func stopNode() throws { try control("stop", "object") }
    public func startNode() throws { try control("start", "object") }

    /// Runs s3cmd, an independent client, and returns its output.
    @discardableResult
    public func s3cmd(_ arguments: String...) throws -> String {
        try control(["s3cmd"] + arguments)
    }

    private func control(_ arguments: String...) throws { try control(arguments) }

    @discardableResult
    private func control(_ arguments: [String]) throws -> String {
        let outcome = try Command("sh", ["-c", command + " \"$@\"", "sh"] + arguments).run()
        guard outcome.status == 0 else { throw Refused(description: outcome.errors) }
        return outcome.output
    }

    public struct Refused: Error, CustomStringConvertible {
        public var description: String
    }
}
