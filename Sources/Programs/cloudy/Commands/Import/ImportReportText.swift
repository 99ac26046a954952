import Bookmarks
import Interchange

/// Tells the result of an import.
enum ImportReportText {
    /// How many entries of each kind are said one by one.
    private static let shown = 20

    /// Says it on standard error.
    static func complain(_ report: ImportReport, isTrial: Bool) {
        for line in lines(report, isTrial: isTrial) { cloudy.complain(line) }
    }

    /// The outcome, and then the entries that did not come in, and why.
    static func lines(_ report: ImportReport, isTrial: Bool = false) -> [String] {
        if let error = report.error {
            let place = error.line.map { ":\($0)" } ?? ""
            return ["\(report.source)\(place): \(error.message)"]
        }
        var parts = [
            "\(grouped(report.added)) \(isTrial ? "to add" : "added")",
            "\(grouped(report.merged)) \(isTrial ? "to merge" : "merged")",
            "\(grouped(report.alreadyThere)) already there",
        ]
        if !report.skipped.isEmpty { parts.append("\(grouped(report.skipped.count)) skipped") }
        if !report.failed.isEmpty { parts.append("\(grouped(report.failed.count)) failed") }
        let format = report.format.map { " (\($0.title))" } ?? ""
        var lines = ["\(report.source)\(format): \(countsWithoutZeros(parts))"]
        if report.unread > 0 { lines.append("\(report.source): \(grouped(report.unread)) unread") }
        if report.archived > 0 {
            // They are not in the list, where people look for them.
            lines.append(
                "\(report.source): \(grouped(report.archived)) archived, which only is:archived "
                    + "finds")
        }
        for (reason, count) in counted(report.skipped) {
            lines.append("\(report.source): skipped \(grouped(count)): \(reason)")
        }
        if report.datesLeftOut > 0 {
            let dates =
                report.datesLeftOut == 1 ? "1 date" : "\(grouped(report.datesLeftOut)) dates"
            lines.append("\(report.source): left out \(dates) that cannot be read")
        }
        if !report.unreadFields.isEmpty { lines.append(unread(report)) }
        let mark = report.format?.hasNoLines == true ? " entry " : ""
        for note in report.warnings.prefix(shown) {
            lines.append("\(report.source):\(mark)\(note.line): \(note.reason)")
        }
        if report.warnings.count > shown {
            lines.append(
                "\(report.source): \(grouped(report.warnings.count - shown)) more were left out; "
                    + "to list all: cloudy import --json")
        }
        for note in report.failed.prefix(shown) {
            lines.append("\(report.source):\(mark)\(note.line): \(note.reason)")
        }
        if report.failed.count > shown {
            lines.append(
                "\(report.source): \(grouped(report.failed.count - shown)) more failed; to list "
                    + "all: cloudy import --json")
        }
        if report.failed.isEmpty && report.added + report.merged + report.alreadyThere == 0 {
            lines.append(
                "\(report.source): found no bookmarks. If Cloudy recognized the wrong format, name "
                    + "it with cloudy import --format.")
        }
        return lines
    }

    /// The fields that Cloudy does not read, so that no one looks for them later in vain.
    private static func unread(_ report: ImportReport) -> String {
        let names = report.unreadFields
        let shown = names.prefix(shown).joined(separator: ", ")
        let rest = names.count > Self.shown ? " and \(grouped(names.count - Self.shown)) more" : ""
        return "\(report.source): ignored: \(shown)\(rest)"
    }

    /// The reports as JSON.
    static func json(_ reports: [ImportReport]) -> String {
        JSON.array(
            reports.map { report in
                JSON.object([
                    "file": JSON.string(report.source),
                    "format": report.format.map { JSON.string($0.rawValue) } ?? "null",
                    "added": "\(report.added)", "unread": "\(report.unread)",
                    "archived": "\(report.archived)", "merged": "\(report.merged)",
                    "alreadyThere": "\(report.alreadyThere)",
                    "datesLeftOut": "\(report.datesLeftOut)", "skipped": json(report.skipped),
                    "failed": json(report.failed), "warnings": json(report.warnings),
                    "unreadFields": JSON.array(report.unreadFields.map(JSON.string)),
                    "error": report.error.map { JSON.string($0.description) } ?? "null",
                ])
            })
    }

    private static func json(_ notes: [ImportNote]) -> String {
        JSON.array(
            notes.map {
                JSON.object(["line": "\($0.line)", "reason": JSON.string($0.reason)])
            })
    }

    private static func counted(_ notes: [ImportNote]) -> [(String, Int)] {
        Dictionary(grouping: notes, by: \.reason).map { ($0.key, $0.value.count) }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }
}
