import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import FileCoordination
import Glibc
import Interchange
import KeyValueStore
import WebPages

/// An import for a list, on another thread.
struct ImportRun: Sendable {
    var sources: [ImportBookmarks.Source]
    var tell: @Sendable (ImportProgress) -> Void
    /// Called with the stored bookmarks.
    var noteStored: @Sendable ([String]) -> Void

    /// The number of bookmarks per transaction, during which no key that reads or edits is handled.
    private static let batch = 500

    /// A source, and the bookmarks read from it.
    private typealias Found = (source: ImportBookmarks.Source, parsed: ParsedImport)

    /// Reads and stores bookmarks, and returns the result. Stops if the task is cancelled.
    func run(
        in home: Home, with makeController: @Sendable () -> BookmarksController
    ) async -> ImportEnd {
        var found: [Found] = []
        var refused: [ImportReport] = []
        for source in sources {
            do throws(ImportError) {
                found.append((source, try await read(source, home)))
            } catch {
                if Task.isCancelled { return Self.nothing }
                refused.append(report(of: error, source))
            }
        }
        guard !found.isEmpty else { return end(refused) }
        do {
            let lock = try await turn(in: home)
            defer { lock?.unlock() }
            return store(found, refused, home, makeController())
        } catch is CancellationError {
            return Self.nothing
        } catch {
            return ImportEnd(summary: message(for: error).withoutFullStop)
        }
    }

    private func read(
        _ source: ImportBookmarks.Source, _ home: Home
    ) async throws(ImportError) -> ParsedImport {
        let named = NamedImport(source.path)
        let path = FolderContent.expanded(named.path)
        try ImportSource.refuseStream(path)
        if ImportSource.isURL(path), (try? home.device.syncState().phase) == .offline {
            throw ImportError(message(for: SyncError.offline))
        }
        return try await ImportSource.read(
            path, as: named.format, charset: named.charset
        ) { [tell] in
            tell(.fetching(bytes: $0.received, of: $0.total))
        }
    }

    private func report(of error: ImportError, _ source: ImportBookmarks.Source) -> ImportReport {
        // The last part of a path does not tell which folder was searched.
        let path = NamedImport(source.path).path
        let isURL = path.contains("://")
        let isPath = !isURL && path.hasSuffix("/" + source.name)
        var report = ImportReport(source: isPath ? path : source.name, error: error)
        if !isURL { report.path = FolderContent.expanded(path) }
        return report
    }

    /// Waits until no other import of this device is running; returns the lock that keeps others
    /// waiting.
    private func turn(in home: Home) async throws -> FileLock? {
        try Task.checkCancellation()
        guard let lock = try home.importLock() else { return nil }
        if lock.tryLock() { return lock }
        tell(.waiting)
        try await lock.lock(lookingEvery: .milliseconds(100))
        return lock
    }

    private static let nothing = ImportEnd(summary: "Nothing was imported", isStopped: true)

    private func store(
        _ found: [Found], _ refused: [ImportReport], _ home: Home,
        _ controller: BookmarksController
    ) -> ImportEnd {
        let settings = ImportSettings()
        let imports = found.flatMap { $0.parsed.bookmarks.map(settings.bookmark) }
        tell(.storing(done: 0, of: imports.count))
        var stored: [ImportOutcome] = []
        var documents = DocumentImport(found.map(\.parsed))
        let count = documents.count
        func makeEnd(isStopped: Bool = false) -> ImportEnd {
            let reports = zip(reports(found, stored), documents.tallies).map { report, tally in
                var report = report
                report.documents = tally
                return report
            }
            var end = end(reports + refused, isStopped: isStopped)
            end.step = controller.latestStep
            end.ids = Set(stored.compactMap(\.changedID))
            return end
        }
        let title = "Imported \(found.map(\.source.name).joinedWithAnd)"
        do {
            stored = try controller.importBookmarks(
                imports, title: title, batch: Self.batch,
                with: count == 0
                    ? nil
                    : {
                        try documents.items(for: $0, in: home) {
                            tell(.storing(done: $0, of: count))
                        }
                    }
            ) {
                let ids = $0[stored.count...].compactMap(\.changedID)
                stored = $0
                noteStored(ids)
                tell(.storing(done: stored.count, of: imports.count))
                if Task.isCancelled, stored.count < imports.count { throw CancellationError() }
            }
            return makeEnd(isStopped: documents.isStopped)
        } catch is CancellationError {
            return makeEnd(isStopped: true)
        } catch {
            var end = makeEnd()
            end.details.insert(end.summary, at: 0)
            end.summary = message(for: error).withoutFullStop
            end.isSuccess = false
            return end
        }
    }

    /// Returns the report of each source. The outcomes are in the order of the bookmarks.
    private func reports(_ found: [Found], _ outcomes: [ImportOutcome]) -> [ImportReport] {
        zip(found, outcomes.inParts(of: found.map(\.parsed.bookmarks.count))).map { found, own in
            ImportReport(source: found.source.name, found.parsed, outcomes: own)
        }
    }

    /// Returns the result: for several sources, their totals, with other facts about each as
    /// details.
    private func end(_ reports: [ImportReport], isStopped: Bool = false) -> ImportEnd {
        var lines = reports.flatMap { report in
            let lines = ImportReportText.lines(report, in: .list)
            // The first line of a successful source repeats the totals.
            return lines.dropFirst(reports.count > 1 && report.error == nil ? 1 : 0).map(
                \.withoutFullStop)
        }
        if reports.count > 1 {
            let names = reports.map(\.source).joinedWithAnd
            lines.insert("\(names): \(ImportReportText.summary(reports))", at: 0)
        }
        return ImportEnd(
            summary: lines.first ?? "", details: Array(lines.dropFirst()),
            isAnything: reports.contains { $0.added + $0.merged > 0 },
            isSuccess: reports.allSatisfy(\.isSuccess), isStopped: isStopped)
    }
}

extension [ImportOutcome] {
    /// Splits the outcomes of all bookmarks by source. The last ones may be missing if the import
    /// was stopped.
    func inParts(of counts: [Int]) -> [[ImportOutcome]] {
        var rest = self[...]
        return counts.map { count in
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
    }
}

extension ImportOutcome {
    /// The id of the bookmark, if it changed.
    fileprivate var changedID: String? {
        switch self {
        case .added(let id), .merged(let id): id
        case .alreadyThere, .refused: nil
        }
    }
}
