import Bookmarks
import Interchange

/// Formats the result of an import.
enum ImportReportText {
    /// The maximum number of entries of each kind that are listed.
    private static let shown = 20

    /// Prints a report on standard error.
    static func complain(_ report: ImportReport, isTrial: Bool) {
        for line in lines(report, isTrial: isTrial) { cloudy.complain(line) }
    }

    /// Returns the outcome, and then the entries that were not imported, with reasons.
    static func lines(
        _ report: ImportReport, isTrial: Bool = false, in place: ImportPlace = .command
    ) -> [String] {
        if let error = report.error {
            let line = error.line.map { ":\($0)" } ?? ""
            let said = place.text(error.message, error.advice, about: report.path)
            return ["\(report.source)\(line): \(said)"]
        }
        let format = report.format.map { " (\($0.title))" } ?? ""
        var lines: [String] = []
        switch place {
        // The list has room for a single message.
        case .list: lines = ["\(report.source)\(format): \(summary([report]))"]
        case .command:
            lines = ["\(report.source)\(format): \(counts([report], isTrial: isTrial))"]
            lines += marks([report]).map { "\(report.source): \($0)" }
        }
        lines += documents(report, isTrial: isTrial)
        for (reason, notes) in byReason(report.skipped.filter { $0.file == nil }) {
            lines.append(
                "\(report.source): skipped \(grouped(notes.count)): \(reason)"
                    + places(notes, report.format))
        }
        lines += otherFiles(report, in: place)
        if !report.datesLeftOut.isEmpty {
            let dates = Bookmarks.counted(report.datesLeftOut.count, "date")
            lines.append(
                "\(report.source): left out \(dates) that cannot be read"
                    + places(report.datesLeftOut, report.format))
        }
        if !report.unreadFields.isEmpty { lines.append(ignoredFields(report)) }
        let mark = report.format?.hasNoLines == true ? " entry " : ""
        func say(_ note: ImportNote) {
            let said = place.text(note.reason, note.advice)
            let at = note.place.map { " \($0)" } ?? "\(mark)\(note.line)"
            lines.append("\(report.source):\(at): \(said)")
        }
        for note in report.warnings.prefix(shown) { say(note) }
        if report.warnings.count > shown {
            lines.append(
                "\(report.source): \(grouped(report.warnings.count - shown)) more were left out; "
                    + "to list all: cloudy import --json")
        }
        for note in report.failed.prefix(shown) { say(note) }
        if report.failed.count > shown {
            lines.append(
                "\(report.source): \(grouped(report.failed.count - shown)) more failed; to list "
                    + "all: cloudy import --json")
        }
        if report.failed.isEmpty && report.added + report.merged + report.alreadyThere == 0 {
            lines.append("\(report.source): found no bookmarks. \(place.wordsForWrongFormat)")
        }
        return lines
    }

    /// Returns the numbers of bookmarks imported from one or several files, without zeros.
    private static func counts(_ reports: [ImportReport], isTrial: Bool) -> String {
        func sum(_ count: (ImportReport) -> Int) -> Int { reports.reduce(0) { $0 + count($1) } }
        return countsWithoutZeros([
            "\(grouped(sum(\.added))) \(isTrial ? "to add" : "added")",
            "\(grouped(sum(\.merged))) \(isTrial ? "to merge" : "merged")",
            "\(grouped(sum(\.alreadyThere))) already there",
            "\(grouped(sum(\.skipped.count))) skipped", "\(grouped(sum(\.failed.count))) failed",
        ])
    }

    /// Returns the numbers of new bookmarks that are unread or archived, if any.
    private static func marks(_ reports: [ImportReport]) -> [String] {
        let unread = reports.reduce(0) { $0 + $1.unread }
        let archived = reports.reduce(0) { $0 + $1.archived }
        var marks: [String] = []
        if unread > 0 { marks.append("\(grouped(unread)) unread") }
        // Archived bookmarks are not in the list, where people look for them.
        if archived > 0 {
            marks.append("\(grouped(archived)) archived (search for is:archived)")
        }
        return marks
    }

    /// Returns the result in one line.
    static func summary(_ reports: [ImportReport]) -> String {
        let parts = [counts(reports, isTrial: false)]
        return (parts + [marks(reports).joined(separator: ", ")].filter { !$0.isEmpty })
            .joined(separator: "; ")
    }

    /// Returns the number of several files that were left out, the first of them, and how to read
    /// or keep them.
    private static func otherFiles(_ report: ImportReport, in place: ImportPlace) -> [String] {
        let skipped = report.skipped.filter { $0.file != nil }
        let withLinks = skipped.filter { $0.reason == FileSet.unknownJSON }.compactMap(\.file)
        let others = skipped.filter { $0.reason != FileSet.unknownJSON }.compactMap(\.file)
        var lines: [String] = []
        if !withLinks.isEmpty {
            let what =
                withLinks.count == 1
                ? "a JSON file of an unknown program"
                : "\(grouped(withLinks.count)) JSON files of unknown programs"
            lines.append(
                "skipped \(what): \(firstNames(withLinks)). To read one, import it by itself")
        }
        if !others.isEmpty {
            let what = Bookmarks.counted(others.count, "file")
            lines.append("skipped \(what) without bookmarks: \(firstNames(others))")
            // Files in an archive cannot be given to a command.
            let isFolder = report.path.map(FolderFiles.isFolder) == true
            if isFolder { lines.append(place.sentence(for: .keepFiles, about: nil)) }
        }
        return lines.map { "\(report.source): \($0)" }
    }

    private static func firstNames(_ files: [String]) -> String {
        files.prefix(3).joined(separator: ", ")
            + (files.count > 3 ? " and \(grouped(files.count - 3)) more" : "")
    }

    /// Returns the number of imported documents, and those that were not imported.
    private static func documents(_ report: ImportReport, isTrial: Bool) -> [String] {
        let tally = report.documents
        var parts: [String] = []
        if tally.added > 0 {
            parts.append(
                Bookmarks.counted(tally.added, "document") + (isTrial ? " to add" : " added"))
        }
        if tally.alreadyThere > 0 {
            parts.append(
                Bookmarks.counted(tally.alreadyThere, "document") + " already there")
        }
        var lines = parts.isEmpty ? [] : ["\(report.source): \(parts.joined(separator: ", "))"]
        for one in tally.leftOut.prefix(shown) {
            lines.append("\(report.source): left out \(one.path): \(one.reason)")
        }
        if tally.leftOut.count > shown {
            lines.append(
                "\(report.source): \(grouped(tally.leftOut.count - shown)) more documents were "
                    + "left out; to list all: cloudy import --json")
        }
        return lines
    }

    /// Returns the fields that Cloudy does not import, so that no one later looks for them in vain.
    private static func ignoredFields(_ report: ImportReport) -> String {
        let names = report.unreadFields
        let shown = names.prefix(shown).joined(separator: ", ")
        let rest = names.count > Self.shown ? " and \(grouped(names.count - Self.shown)) more" : ""
        let noun = names.count == 1 ? "field" : "fields"
        return "\(report.source): left out the \(noun) \(shown)\(rest)"
    }

    /// Returns the reports as JSON.
    static func json(_ reports: [ImportReport]) -> String {
        JSON.array(
            reports.map { report in
                JSON.object([
                    "file": JSON.string(report.source),
                    "format": report.format.map { JSON.string($0.rawValue) } ?? "null",
                    "added": "\(report.added)", "unread": "\(report.unread)",
                    "archived": "\(report.archived)", "merged": "\(report.merged)",
                    "alreadyThere": "\(report.alreadyThere)",
                    "documents": "\(report.documents.added)",
                    "documentsAlreadyThere": "\(report.documents.alreadyThere)",
                    "documentsLeftOut": JSON.array(
                        report.documents.leftOut.map {
                            JSON.object([
                                "path": JSON.string($0.path), "reason": JSON.string($0.reason),
                            ])
                        }),
                    "datesLeftOut": json(report.datesLeftOut),
                    "skipped": json(report.skipped), "failed": json(report.failed),
                    "warnings": json(report.warnings),
                    "unreadFields": JSON.array(report.unreadFields.map(JSON.string)),
                    "error": report.error.map {
                        JSON.string(
                            ImportPlace.command.text($0.description, $0.advice, about: report.path))
                    } ?? "null",
                ])
            })
    }

    private static func json(_ notes: [ImportNote]) -> String {
        JSON.array(
            notes.map {
                JSON.object([
                    "line": "\($0.line)",
                    "reason": JSON.string(
                        ($0.place.map { "\($0): " } ?? "")
                            + ImportPlace.command.text($0.reason, $0.advice)),
                ])
            })
    }

    private static func byReason(_ notes: [ImportNote]) -> [(String, [ImportNote])] {
        Dictionary(grouping: notes, by: \.reason)
            .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
            .map { ($0.key, $0.value) }
    }

    /// Returns the first places of notes in parentheses.
    private static func places(_ notes: [ImportNote], _ format: ImportFormat?) -> String {
        let most = 5
        let first = notes.prefix(most).map { $0.place ?? grouped($0.line) }
        var noun = ""
        if notes.allSatisfy({ $0.place == nil }) {
            let (one, several) =
                format?.hasNoLines == true ? ("entry", "entries") : ("line", "lines")
            noun = (notes.count == 1 ? one : several) + " "
        }
        let rest = notes.count > most ? " and \(grouped(notes.count - most)) more" : ""
        return " (\(noun)\(first.joined(separator: ", "))\(rest))"
    }
}
