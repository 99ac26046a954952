import Bookmarks

/// Several files in an archive or a folder, some of which have bookmarks.
public enum FileSet {
    /// Reads the files that look like bookmarks, and reports those that it left out.
    ///
    /// Plain texts count only if no other file has bookmarks: an archive often contains a note.
    ///
    /// - Parameters:
    ///   - paths: the files, with slashes as separators.
    ///   - isFolder: whether the files are in a folder, where most JSON is data of other programs.
    ///     Then only known exports count, and texts only if all files are texts.
    ///   - parse: reads the file at an index.
    public static func read(
        _ paths: [String], isFolder: Bool = false,
        _ parse: (Int) throws(ImportError) -> ParsedImport
    ) throws(ImportError) -> ParsedImport {
        var found: [(index: Int, parsed: ParsedImport)] = []
        var result = ParsedImport(format: .files)
        var texts: [Int] = []
        var hasOthers = false
        var folderBytes = 0
        let order = paths.indices.sorted { paths[$0] < paths[$1] }
        func read(_ index: Int) {
            do throws(ImportError) {
                let parsed = try parse(index)
                let isJSON = [.json, .jsonl].contains(parsed.format)
                let isGuessed = isJSON || [.csv, .urls].contains(parsed.format)
                let isEmpty = parsed.bookmarks.isEmpty && parsed.skipped.isEmpty
                if isGuessed && isEmpty {
                    result.skip(index + 1, nothing, file: paths[index])
                } else if isFolder && isJSON {
                    result.skip(index + 1, unknownJSON, file: paths[index])
                } else if folderBytes + parsed.folderBytes > FolderPath.mostBytes {
                    result.fail(index + 1, "\(paths[index]): \(noRoomForFolders)")
                } else {
                    folderBytes += parsed.folderBytes
                    found.append((index, parsed))
                }
            } catch {
                // All known exports can be read from their start.
                let isOther = isFolder && error.line != nil && hasNameOfJSON(paths[index])
                if error.isUnknown || isOther {
                    result.skip(index + 1, nothing, file: paths[index])
                } else {
                    result.fail(index + 1, "\(paths[index]): \(error)", advice: error.advice)
                }
            }
        }
        for index in order {
            switch kind(paths[index]) {
            case .bookmarks:
                hasOthers = true
                read(index)
            case .text: texts.append(index)
            case .otherKind(let end):
                result.skip(
                    index + 1, "a file of another kind (.\(end))", file: paths[index])
            case .other(let reason): result.skip(index + 1, reason, file: paths[index])
            }
        }
        if found.isEmpty && result.failed.isEmpty && !(isFolder && hasOthers) {
            for index in texts { read(index) }
        } else {
            for index in texts {
                let isText = hasTextEnding(paths[index])
                let what = isText ? "a text file" : "a file of an unknown kind"
                result.skip(index + 1, "\(what) beside bookmark files", file: paths[index])
            }
        }
        guard !found.isEmpty || !result.failed.isEmpty else {
            throw ImportError(
                "none of its \(paths.count) files has bookmarks that Cloudy recognizes. To force "
                    + "one, import it by itself.", advice: isFolder ? .keepFiles : nil)
        }
        return joined(found, paths, result)
    }

    private static let nothing = "a file without bookmarks"
    private static let noRoomForFolders =
        "with the files before it, all folder paths together have more than "
        + "\(grouped(FolderPath.mostBytes)) bytes, the limit. Import it by itself."
    /// The reason why a file with links is left out: data of any program may have links.
    public static let unknownJSON = "JSON of an unknown program"

    private static func joined(
        _ found: [(index: Int, parsed: ParsedImport)], _ paths: [String], _ rest: ParsedImport
    ) -> ParsedImport {
        var result = rest
        // A single file of bookmarks is reported like a file by itself.
        if found.count == 1, rest.failed.isEmpty, found[0].parsed.format != .link {
            result = found[0].parsed
            for note in rest.skipped { result.skip(note.line, note.reason, file: note.file) }
            return result
        }
        for (index, parsed) in found {
            var parsed = parsed
            if parsed.format == .link {
                let names = paths[index].split(separator: "/").dropLast().map(String.init)
                for one in parsed.bookmarks.indices {
                    parsed.bookmarks[one].folder = FolderPath.path(names)
                }
            }
            result.join(parsed, path: paths[index], number: index + 1)
        }
        return result
    }

    private enum Kind {
        case bookmarks, text
        /// A file with this ending.
        case otherKind(String)
        case other(String)
    }

    /// Returns the purpose of a file, by its name: not every file of a folder is read.
    private static func kind(_ path: String) -> Kind {
        // Some Windows programs write backslashes into archives.
        let steps = path.split { $0 == "/" || $0 == "\\" }.filter { $0 != "." }
        let name = (steps.last.map(String.init) ?? path).lowercased()
        if steps.contains("..") { return .other("a path that leads out of the archive") }
        if steps.contains(where: { $0.hasPrefix(".") || $0 == "__MACOSX" }) {
            return .other("a hidden file")
        }
        if ["password", "history", "creditcard", "paymentcard"].contains(where: name.contains) {
            return .other("a file with passwords, cards or visits")
        }
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return .text }
        let end = String(name[dot...].dropFirst())
        if bookmarks.contains(end) { return .bookmarks }
        return texts.contains(end) ? .text : .otherKind(end)
    }

    private static func hasTextEnding(_ path: String) -> Bool {
        let path = path.lowercased()
        return texts.contains { path.hasSuffix("." + $0) }
    }

    private static func hasNameOfJSON(_ path: String) -> Bool {
        [".json", ".jsonl", ".ndjson"].contains(where: path.lowercased().hasSuffix)
    }

    private static let bookmarks: Set<String> = [
        "html", "htm", "json", "jsonl", "ndjson", "jsonlz4", "csv", "tsv", "opml", "xml", "xbel",
        "rss", "atom", "rdf", "plist", "url", "webloc", "website", "desktop", "inetloc", "sqlite",
        "db", "adr",
    ]
    private static let texts: Set<String> = ["txt", "md", "markdown", "org", "text"]
}
