import Bookmarks
import Browsers
import Glibc
import Interchange
import WebPages

/// Reads the sources of an import.
enum ImportSource {
    /// Returns the bookmarks in a file, in standard input for `-`, or on the web at a URL. Throws
    /// if its task is cancelled.
    ///
    /// - Parameter progress: called during a download.
    static func read(
        _ path: String, as format: ImportFormat? = nil, mapping: RecordMapping? = nil,
        charset: String? = nil, progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws(ImportError) -> ParsedImport {
        if isURL(path) {
            let answer = try await fetch(path, progress)
            return try parsed(answer, as: format, mapping: mapping, charset: charset)
        }
        if path != "-", FolderFiles.isFolder(path) {
            if let found = try ProgramArchive.read(folder: path, as: format, mapping: mapping) {
                return found
            }
            if format == nil, mapping == nil, DocumentArchive.isArchive(path) {
                throw ImportError(
                    "this folder has documents that cloudy export --documents wrote. Import them "
                        + "with their list: cloudy import LIST --documents FOLDER")
            }
            return try FolderFiles.read(path, as: format, mapping: mapping, charset: charset)
        }
        return try readFile(path, as: format, mapping: mapping, charset: charset)
    }

    /// Returns the bookmarks in a file.
    ///
    /// - Parameter isOneOfMany: see `Importer.read`.
    static func readFile(
        _ path: String, as format: ImportFormat?, mapping: RecordMapping?, charset: String?,
        isOneOfMany: Bool = false
    ) throws(ImportError) -> ParsedImport {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw problem(ReadingError(number: errno)) }
        defer { if path != "-" { close(descriptor) } }
        if path != "-", !isOneOfMany,
            let found = try ProgramArchive.read(zip: path, as: format, mapping: mapping)
        {
            return found
        }
        let bytes = try content(descriptor)
        guard Importer.isDatabase(bytes) else {
            let name = path == "-" ? nil : path
            if format == nil, mapping == nil, let page = savedPage(bytes, name) { return page }
            return try Importer.read(
                bytes, as: format, mapping: mapping, charset: charset, named: name,
                isOneOfMany: isOneOfMany)
        }
        // A file may have a log next to it; a pipe has none.
        if path != "-" && isFile(descriptor) {
            if !isOneOfMany,
                let found = try ProgramArchive.read(database: path, as: format, mapping: mapping)
            {
                return found
            }
            return try DatabaseImport.read(path: path, as: format, mapping: mapping)
        }
        return try DatabaseImport.read(as: format, mapping: mapping) { take throws(ImportError) in
            try take(bytes[...])
            while true {
                let piece: ArraySlice<UInt8>
                do throws(ReadingError) { piece = try readPiece(descriptor) } catch {
                    throw problem(error)
                }
                if piece.isEmpty { return }
                try take(piece)
            }
        }
    }

    /// Returns the bookmark of a page that SingleFile or a browser saved, with the page; `nil` for
    /// any other file.
    private static func savedPage(_ bytes: [UInt8], _ path: String?) -> ParsedImport? {
        guard let path else {
            return ParsedImport(savedPage: bytes, path: "standard input") { bytes }
        }
        // A folder may have more pages than fit into memory, so only the path of a file is kept.
        return ParsedImport(savedPage: bytes, path: path) { () throws(ImportError) in
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { throw problem(ReadingError(number: errno)) }
            defer { close(descriptor) }
            return try content(descriptor)
        }
    }

    /// Refuses a stream that may never end, if no person can end it.
    static func refuseStream(_ path: String) throws(ImportError) {
        var status = stat()
        if stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
            throw ImportError("not a file on a disk; read it in a shell with cloudy import")
        }
    }

    private static func parsed(
        _ answer: WebAnswer, as format: ImportFormat?, mapping: RecordMapping?, charset: String?
    ) throws(ImportError) -> ParsedImport {
        if Importer.isDatabase(answer.body) {
            return try DatabaseImport.read(as: format, mapping: mapping) {
                take throws(ImportError) in try take(answer.body[...])
            }
        }
        return try Importer.read(
            answer.body, as: format, mapping: mapping, charset: charset,
            from: WebSource(url: answer.url, contentType: answer.contentType))
    }

    static func isURL(_ path: String) -> Bool {
        ["http", "https"].contains(WebAddress(stored: path).scheme)
            && WebAddress(stored: path).text.contains("://")
    }

    /// Returns the file at a URL, whatever media type its server gives.
    private static func fetch(
        _ url: String, _ progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws(ImportError) -> WebAnswer {
        let answer: WebAnswer
        do throws(WebFailure) {
            answer = try await WebFetcher().fetch(
                WebTarget(url), .whole(Importer.maximumBytes), seconds: seconds,
                progress: progress)
        } catch {
            throw ImportError(message(for: error), isOutOfReach: error.isOutOfReach)
        }
        guard answer.isSuccess else {
            throw ImportError("the server answered \(answer.statusText)")
        }
        return answer
    }

    /// The maximum time of a download, in seconds; one that stalls ends sooner.
    private static let seconds = 600

    /// Returns slightly more than the limit at most, so that a larger file is refused without
    /// filling the memory; of a database, only its beginning.
    private static func content(_ descriptor: Int32) throws(ImportError) -> [UInt8] {
        var size = 0
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            size = min(Int(status.st_size), Importer.maximumBytes) + 1
        }
        do throws(ReadingError) {
            return try readAll(descriptor, reserving: size) { bytes in
                bytes.count > Importer.maximumBytes || Importer.isDatabase(bytes)
            }
        } catch {
            throw problem(error)
        }
    }

    private static func isFile(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func problem(_ error: ReadingError) -> ImportError {
        let reason =
            error.number == EISDIR
            ? "a folder: name a file in it" : error.description
        return ImportError("cannot be read: \(reason)")
    }
}
