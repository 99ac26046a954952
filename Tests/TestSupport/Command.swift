import Glibc

/// A child program with its arguments, run to its end with a limit on its time.
///
/// It is started without a shell, and inherits only the given environment and the three standard
/// streams, so that tests running at the same time can't keep each other's pipes open.
public struct Command: Sendable {
    /// A path, or a name that is looked up on PATH.
    public var program: String
    public var arguments: [String]
    /// The whole environment.
    public var environment: [String: String]
    /// The standard input of the child, followed by the end of file.
    public var input: String

    public init(
        _ program: String, _ arguments: [String] = [],
        environment: [String: String] = Command.inheritedEnvironment, input: String = ""
    ) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.input = input
    }

    /// The result of a child.
    public struct Outcome: Sendable, Hashable {
        /// The exit status, or 128 plus the number of the signal that ended the child, as in a
        /// shell.
        public var status: Int32
        /// Its standard output.
        public var output: String
        /// Its standard error.
        public var errors: String
    }

    /// The environment of this process.
    public static var inheritedEnvironment: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let line = entry.pointee {
            let pair = String(cString: line).split(separator: "=", maxSplits: 1)
            if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
            entry += 1
        }
        return variables
    }

    /// Runs the child to its end, or kills it after `timeout` and throws.
    @discardableResult
    public func run(timeout: Duration = .seconds(120)) throws -> Outcome {
        var child = try RunningCommand(self)
        return try child.finish(by: .now + timeout)
    }
}

/// A child could not be started, or did not end in time.
public struct CommandError: Error, CustomStringConvertible {
    public var description: String

    init(_ command: Command, _ problem: String) {
        description =
            "\(([command.program] + command.arguments).joined(separator: " ")): \(problem)"
    }
}
