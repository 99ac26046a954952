import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import FileCoordination
import Glibc
import Interchange
import KeyValueStore

/// An import that a list asked for, off its thread.
struct ImportRun: Sendable {
    var source: String
    /// Its name in messages.
    var name: String
    var tell: @Sendable (ImportProgress) -> Void
    /// Is told of the bookmarks that were stored.
    var noteStored: @Sendable ([String]) -> Void

    /// While one transaction is written, no key that reads or edits is answered.
    private static let batch = 500

    /// Reads and stores, and returns the result. Stops when the task is cancelled.
    func run(
        in home: Home, with makeController: @Sendable () -> BookmarksController
    ) async -> ImportEnd {
        let parsed: ParsedImport
        do throws(ImportError) {
            let named = NamedImport(source)
            let path = FolderContent.expanded(named.path)
            try ImportSource.refuseStream(path)
            if ImportSource.isURL(path), (try? home.device.syncState().phase) == .offline {
                throw ImportError(message(for: SyncError.offline))
            }
            parsed = try await ImportSource.read(
                path, as: named.format, charset: named.charset
            ) { [tell] in
                tell(.fetching(kibibytes: $0 / 1024))
            }
        } catch {
            if Task.isCancelled { return Self.nothing }
            // Of a path the end alone does not say where was looked.
            let path = NamedImport(source).path
            let isPath = !path.contains("://") && path.hasSuffix("/" + name)
            var report = ImportReport(source: isPath ? path : name, error: error)
            if !path.contains("://") { report.path = FolderContent.expanded(path) }
            return end(report)
        }
        do {
            let lock = try await turn(in: home)
            defer { lock?.unlock() }
            return store(parsed, makeController())
        } catch is CancellationError {
            return Self.nothing
        } catch {
            return ImportEnd(summary: Self.line(message(for: error)))
        }
    }

    /// Waits until no other import of this device is at work; returns what keeps the next waiting.
    private func turn(in home: Home) async throws -> FileLock? {
        try Task.checkCancellation()
        guard let lock = try home.importLock() else { return nil }
        if lock.tryLock() { return lock }
        tell(.waiting)
        while !lock.tryLock() { try await Task.sleep(for: .milliseconds(100)) }
        return lock
    }

    private static let nothing = ImportEnd(summary: "Nothing was imported", isStopped: true)

    private func store(_ parsed: ParsedImport, _ controller: BookmarksController) -> ImportEnd {
        let settings = ImportSettings()
        let imports = parsed.bookmarks.map(settings.bookmark)
        tell(.storing(done: 0, of: imports.count))
        var stored: [ImportOutcome] = []
        do {
            stored = try controller.takeIn(imports, title: "Imported \(name)", batch: Self.batch) {
                let ids = $0[stored.count...].compactMap(\.changedID)
                stored = $0
                noteStored(ids)
                tell(.storing(done: stored.count, of: imports.count))
                if Task.isCancelled, stored.count < imports.count { throw CancellationError() }
            }
            return ended(parsed, stored, controller)
        } catch is CancellationError {
            return ended(parsed, stored, controller, isStopped: true)
        } catch {
            var end = ended(parsed, stored, controller)
            end.details.insert(end.summary, at: 0)
            end.summary = Self.line(message(for: error))
            end.isSuccess = false
            return end
        }
    }

    /// The result of storing, and the step that undo takes back.
    private func ended(
        _ parsed: ParsedImport, _ stored: [ImportOutcome], _ controller: BookmarksController,
        isStopped: Bool = false
    ) -> ImportEnd {
        let report = ImportReport(source: name, parsed, outcomes: stored)
        var end = end(report, isStopped: isStopped)
        end.step = controller.latestStep
        end.ids = Set(stored.compactMap(\.changedID))
        return end
    }

    private func end(_ report: ImportReport, isStopped: Bool = false) -> ImportEnd {
        let lines = ImportReportText.lines(report, in: .list).map(Self.line)
        return ImportEnd(
            summary: lines.first ?? "", details: Array(lines.dropFirst()),
            isAnything: report.added + report.merged > 0, isSuccess: report.isSuccess,
            isStopped: isStopped)
    }
}

extension ImportRun {
    /// As all lines at the bottom of the screen end.
    private static func line(_ text: String) -> String {
        text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

extension ImportOutcome {
    /// The bookmark that is other now than it was.
    fileprivate var changedID: String? {
        switch self {
        case .added(let id), .merged(let id): id
        case .alreadyThere, .refused: nil
        }
    }
}
