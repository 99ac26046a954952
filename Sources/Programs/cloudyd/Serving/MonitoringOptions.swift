import ArgumentParser
import Console
import FileCoordination
import Logging
import ServerCommand

/// The options for the log, the audit log and the metrics of a server.
struct MonitoringOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The log level for standard error. Default: $CLOUDYD_LOG_LEVEL, or notice.",
            discussion: "debug logs every request.",
            valueName: "level"))
    var logLevel: LogLevel?

    /// The levels of swift-log.
    enum LogLevel: String, ExpressibleByArgument, CaseIterable {
        case trace
        case debug
        case info
        case notice
        case warning
        case error
        case critical
    }

    @Option(
        help: ArgumentHelp(
            "Append a JSON line to this file for each request: who, what and the result.",
            discussion: """
                It has no tokens and no records. SIGHUP reopens it. Default: $CLOUDYD_AUDIT_LOG.
                """,
            valueName: "file"))
    var auditLog: String?

    @Option(
        help: ArgumentHelp(
            "Serve Prometheus metrics on this port of 127.0.0.1; 0 chooses a free one.",
            discussion: "Default: $CLOUDYD_METRICS_PORT.", valueName: "port"))
    var metricsPort: Int?

    func validate() throws {
        if let metricsPort { try requirePort(metricsPort) }
    }

    /// Returns the port of the metrics, if they are wanted. Ends with a status if the variable
    /// isn't a port.
    func port() throws -> Int? { try metricsPort ?? portVariable("CLOUDYD_METRICS_PORT") }

    func logger() throws -> Logger {
        let levels = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
        let level =
            try logLevel ?? variable("CLOUDYD_LOG_LEVEL", "It must be one of \(levels).") ?? .notice
        var logger = Logger(label: "cloudyd") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = Logger.Level(rawValue: level.rawValue) ?? .notice
        return logger
    }

    func audit() throws -> AuditFile? {
        let path = auditLog ?? environment("CLOUDYD_AUDIT_LOG")
        do { return try path.map(AuditFile.init) } catch {
            complain("\(path ?? "") cannot be opened: \(error).")
            throw ExitCode(.cannotWrite)
        }
    }
}
