import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import FileCoordination
import FoundationEssentials
import Glibc
import Interchange
import Replication

/// A folder with the documents of bookmarks, as an export writes it next to the list: a folder for
/// each bookmark with a file for each document, and `index.json`, which describes them.
struct DocumentArchive {
    let folder: String

    /// A document in the index. Times are seconds since 1970.
    struct Entry: Codable {
        /// The address of the bookmark, by which an import finds it.
        var url: String
        var kind: String
        var name: String
        var type: String
        var source: String
        var added: Double
        var changed: Double
        /// The path of the file in the folder.
        var file: String
    }

    private var index: String { folder + "/index.json" }

    // MARK: Writing

    /// Throws if the folder has anything else than an export that may be replaced.
    func checkPlace(isReplaceable: Bool) throws {
        let place = harmless(folder)
        if access(folder, F_OK) != 0 { return }
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        if names?.isEmpty == true { return }
        guard let entries = try? entries() else {
            throw HomeError(
                .usage,
                "\(place) is not empty, and no export wrote it. Choose another folder; nothing was "
                    + "exported.")
        }
        if isReplaceable { return }
        throw HomeError(
            .usage,
            "\(place) already has an export with \(countedOrNo(entries.count, "document")). Choose "
                + "another folder, or replace that export with --force; nothing was exported.")
    }

    /// The outcome of writing documents.
    struct Outcome {
        /// The number of written documents.
        var count = 0
        /// The reasons why others were not written, each in a sentence for a person.
        var problems: [String] = []
        /// Whether all documents that were not written are elsewhere: the cloud does not answer or
        /// keeps no contents, or another device has not sent them.
        var areAllElsewhere = true
    }

    /// Writes the documents of bookmarks.
    func write(_ bookmarks: [(id: String, url: String)], of home: Home) throws -> Outcome {
        var entries: [Entry] = []
        var outcome = Outcome()
        var isCloudAway = false
        var unfetched = 0
        try createPrivateFolder(folder)
        for (id, url) in bookmarks {
            let documents = try home.documents(ofBookmark: id)
            if documents.isEmpty { continue }
            try createPrivateFolder("\(folder)/\(id)")
            var names: Set<String> = []
            for document in documents {
                // Trying each of them could take hours.
                if isCloudAway, !home.contents.isWhole(document.head.content) {
                    unfetched += 1
                    continue
                }
                let content: [UInt8]
                do { content = try home.contentNow(of: document) } catch let error as Stopped {
                    throw error
                } catch {
                    if Self.isOfCloud(error) { isCloudAway = true }
                    if ExitStatus(error) != .cloudUnreachable { outcome.areAllElsewhere = false }
                    outcome.problems.append(Self.problem(with: document, error))
                    continue
                }
                let file = "\(id)/\(Self.fileName(of: document, besides: &names))"
                try writeWhole(content, to: "\(folder)/\(file)")
                entries.append(Entry(document, url: url, file: file))
            }
        }
        if unfetched > 0 {
            let documents = unfetched == 1 ? "document is" : "documents are"
            outcome.problems.append("\(grouped(unfetched)) more \(documents) only in the cloud.")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try writeAtomically(Array(encoder.encode(entries)) + [UInt8(ascii: "\n")], to: index)
        outcome.count = entries.count
        return outcome
    }

    /// Whether an error means that the cloud has no document for this device now.
    private static func isOfCloud(_ error: any Error) -> Bool {
        switch error {
        case is CloudError: ExitStatus(error) == .cloudUnreachable
        case let error as ChunkStoreError: [.unreachable, .absent].contains(error.code)
        case DocumentError.airplane, DocumentError.apart: true
        default: false
        }
    }

    private static func problem(with document: Document, _ error: any Error) -> String {
        let problem = message(for: error)
        return error is DocumentError ? problem : "“\(document.name)”: \(problem)"
    }

    /// Returns a name for the file that is valid in every file system, and unique in its folder.
    static func fileName(of document: Document, besides names: inout Set<String>) -> String {
        func safe(_ text: String) -> String {
            String(
                text.unicodeScalars.map { scalar in
                    let isSafe =
                        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                        || " ._-".unicodeScalars.contains(scalar)
                    return isSafe ? Character(scalar) : "_"
                })
        }
        let (stem, suffix) = document.fileName
        var name = safe(stem)
        while name.utf8.count > 100 { name.removeLast() }
        name = String(name.drop { $0 == "." || $0 == " " })
        name = (name.isEmpty ? document.id : name) + safe(suffix)
        if !names.insert(name.lowercased()).inserted {
            name = "\(document.id) \(name)"
            names.insert(name.lowercased())
        }
        return name
    }

    // MARK: Reading

    /// Returns the entries of the folder's index.
    func entries() throws -> [Entry] {
        do {
            let bytes = try GivenPath.read(index, atMost: 64 << 20)
            return try JSONDecoder().decode([Entry].self, from: Data(bytes))
        } catch let error as FileCoordinationError {
            guard [.missing, .notAFolder].contains(error.code) else { throw error }
            if access(folder, F_OK) != 0 {
                throw FileCoordinationError("Cannot read", folder, errno: errno)
            }
            throw HomeError(
                .damaged,
                "\(folder) is not a folder that cloudy export --documents wrote: it has no "
                    + "index.json.")
        } catch {
            throw HomeError(
                .damaged,
                "\(index) is not an index of documents: cloudy export --documents writes it.")
        }
    }

    /// Adds the documents of these entries to the bookmarks with their addresses, in one undo step.
    /// Existing ones are left out.
    ///
    /// - Parameter planned: the bookmarks that a trial would add; a trial only counts documents.
    func read(
        _ entries: [Entry], into home: Home, _ controller: BookmarksController,
        trial planned: PlannedBookmarks? = nil
    ) throws -> DocumentTally {
        var intake = ArchiveIntake(folder: folder, home: home, planned: planned)
        var tally = DocumentTally()
        for entry in entries {
            do { try intake.take(entry) } catch {
                tally.leftOut.append(
                    DocumentTally.LeftOut(
                        path: entry.file, reason: message(for: error).withoutFullStop))
            }
        }
        if planned == nil { try controller.documents.keep(intake.items) }
        (tally.added, tally.alreadyThere) = (intake.items.count, intake.alreadyThere)
        return tally
    }

    /// Whether a folder has documents and their index, as an export writes them.
    static func isArchive(_ folder: String) -> Bool {
        let archive = DocumentArchive(folder: folder)
        return access(archive.index, R_OK) == 0 && (try? archive.entries())?.isEmpty == false
    }
}

extension DocumentArchive.Entry {
    fileprivate init(_ document: Document, url: String, file: String) {
        self.init(
            url: url, kind: document.kind.rawValue, name: document.name,
            type: document.mediaType, source: document.source, added: document.added,
            changed: document.head.made, file: file)
    }
}
