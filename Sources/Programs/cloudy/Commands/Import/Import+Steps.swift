import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Glibc
import Interchange
import WebPages

/// The steps of an import; Ctrl-C stops each of them.
extension Import {
    /// A file, and the result of reading it.
    typealias Found = (source: String, parsed: Result<ParsedImport, ImportError>)

    /// Reads all sources. Ctrl-C ends the command, and nothing has changed.
    func read(_ sources: [String]) throws -> [Found] {
        let progress = ProgressLine()
        let signal: Int32?
        do {
            let found: [Found]
            (found, signal) = try runInterruptibly(progress) { [format, map, charset] in
                var found: [Found] = []
                for source in sources {
                    try Task.checkCancellation()
                    progress.show("Reading \(source)")
                    do throws(ImportError) {
                        let parsed = try await ImportSource.read(
                            source, as: format, mapping: map, charset: charset
                        ) {
                            progress.show(
                                "Fetching \(source): \(byteCount($0.received, of: $0.total))")
                        }
                        found.append((source, .success(parsed)))
                    } catch {
                        found.append((source, .failure(error)))
                    }
                }
                return found
            }
            if signal == nil { return found }
        } catch let stopped as Stopped {
            signal = stopped.signal
        }
        complain("Stopped. Nothing was imported.")
        throw ExitCode(128 + (signal ?? SIGINT))
    }

    /// Imports all files in one undo step. Returns the outcome of each, the bookmarks that a trial
    /// would add, and the exit status if the import was stopped.
    func take(
        _ found: [Found], _ settings: ImportSettings, _ home: Home, _ mirror: HomeMirror
    ) throws -> ([ImportReport], PlannedBookmarks?, ExitCode?) {
        let imports = found.flatMap { _, parsed in
            ((try? parsed.get())?.bookmarks ?? []).map { settings.bookmark($0) }
        }
        let files = browsers ? "browser profiles" : "files"
        let what = found.count == 1 ? Self.name(of: found[0].source) : "\(found.count) \(files)"
        let progress = ProgressLine()
        let parsed = found.map { try? $0.parsed.get() }
        let ((outcomes, documents), signal) = try runInterruptibly(progress) { [dryRun] in
            let controller = home.makeController(mirror: mirror)
            var stored: [ImportOutcome] = []
            var documents = DocumentImport(parsed)
            let count = documents.count
            do {
                stored = try controller.importBookmarks(
                    imports, title: "Imported \(what)", isTrial: dryRun,
                    with: count == 0
                        ? nil
                        : {
                            try documents.items(for: $0, in: home) {
                                progress.show(
                                    "Kept \(grouped($0)) of \(counted(count, "document"))")
                            }
                        }
                ) { outcomes in
                    stored = outcomes
                    progress.show(
                        "Imported \(grouped(stored.count)) of \(grouped(imports.count))")
                    if Task.isCancelled, stored.count < imports.count { throw CancellationError() }
                }
                if dryRun { documents.countWithoutStoring() }
                return (stored, documents)
            } catch is CancellationError {
                return (stored, documents)
            }
        }
        let reports = reports(found, outcomes, documents)
        let planned = dryRun ? PlannedBookmarks(imports, outcomes) : nil
        if outcomes.count < imports.count {
            complain(words(stoppedAfter: outcomes.count, of: imports.count))
        } else if documents.isStopped {
            let kept = "\(grouped(documents.done)) of \(counted(documents.count, "document"))"
            complain("Stopped after \(kept). To revert the import: cloudy undo")
        } else {
            return (reports, planned, nil)
        }
        return (reports, planned, ExitCode(128 + (signal ?? SIGINT)))
    }

    /// Adds the documents of an archive to their bookmarks, or only counts them in a trial. Reports
    /// the outcome to a person.
    func addDocuments(
        _ entries: [DocumentArchive.Entry], of archive: DocumentArchive, _ home: Home,
        _ mirror: HomeMirror, _ planned: PlannedBookmarks?
    ) throws -> DocumentTally {
        let controller = home.makeController(mirror: mirror)
        let read = try archive.read(entries, into: home, controller, trial: planned)
        if json { return read }
        for one in read.leftOut { complain("\(one.path): \(one.reason).") }
        let added = countedOrNo(read.added, "document") + (dryRun ? " to add" : " added")
        let there = read.alreadyThere > 0 ? ", \(grouped(read.alreadyThere)) already there" : ""
        complain("\(archive.folder): \(added)\(there).")
        return read
    }

    private func reports(
        _ found: [Found], _ outcomes: [ImportOutcome], _ documents: DocumentImport
    ) -> [ImportReport] {
        let counts = found.map { (try? $0.parsed.get())?.bookmarks.count ?? 0 }
        let parts = zip(outcomes.inParts(of: counts), documents.tallies)
        return zip(found, parts).map { found, part in
            let (own, tally) = part
            let source = found.source
            let name = Self.name(of: source)
            let path = source == "-" || ImportSource.isURL(source) ? nil : source
            switch found.parsed {
            case .failure(let error):
                var report = ImportReport(source: name, error: error)
                report.path = path
                return report
            case .success(let parsed):
                var report = ImportReport(source: name, parsed, outcomes: own)
                report.path = path
                report.documents = tally
                return report
            }
        }
    }
}
