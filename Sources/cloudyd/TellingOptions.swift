import ArgumentParser
import Logging

/// What a server says of itself, and to whom.
struct TellingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How much to say on standard error.",
            discussion: "With debug it says each call.",
            valueName: "level"))
    var logLevel = LogLevel.notice

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
            "Add a line of JSON to this file for each call: who, what, and what came of it.",
            discussion: "It has no tokens and no records, and is opened again at SIGHUP.",
            valueName: "file"))
    var auditLog: String?

    @Option(
        help: ArgumentHelp(
            "Offer metrics for Prometheus at this port of 127.0.0.1; 0 takes one that is free.",
            valueName: "port"))
    var metricsPort: Int?

    var logger: Logger {
        var logger = Logger(label: "cloudyd") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = Logger.Level(rawValue: logLevel.rawValue) ?? .notice
        return logger
    }

    func audit() throws -> AuditFile? {
        do { return try auditLog.map(AuditFile.init) } catch {
            complain("\(auditLog ?? "") cannot be opened: \(error).")
            throw ExitCode(74)
        }
    }
}
