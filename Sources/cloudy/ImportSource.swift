import Bookmarks
import BrowserDatabases
import Glibc
import Interchange
import Web
import WebFetcher

/// Reads what is to be imported.
enum ImportSource {
    /// The bookmarks in a file, in standard input for `-`, or in what the web has at a URL. Ends
    /// with an error when its task is cancelled.
    ///
    /// - Parameter progress: told how many bytes came from the web.
    static func read(
        _ path: String, as format: ImportFormat? = nil, mapping: RecordMapping? = nil,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws(ImportError) -> ParsedImport {
        if isURL(path) {
            let answer = try await fetch(path, progress)
            return try parsed(answer, as: format, mapping: mapping)
        }
        let bytes = try content(path)
        if path != "-" && Importer.isDatabase(bytes) {
            return try DatabaseImport.read(path: path, as: format, mapping: mapping)
        }
        return try Importer.read(bytes, as: format, mapping: mapping)
    }

    /// Refuses what may never end, where nobody can end it.
    static func refuseStream(_ path: String) throws(ImportError) {
        var status = stat()
        if stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
            throw ImportError("it is no file on a disk; in a shell, cloudy import reads it")
        }
    }

    private static func parsed(
        _ answer: WebAnswer, as format: ImportFormat?, mapping: RecordMapping?
    ) throws(ImportError) -> ParsedImport {
        if Importer.isDatabase(answer.body) {
            throw ImportError(
                "it is a database, which is read from a file: download it, then import that")
        }
        return try Importer.read(answer.body, as: format, mapping: mapping, from: answer.url)
    }

    static func isURL(_ path: String) -> Bool {
        ["http", "https"].contains(WebAddress(stored: path).scheme)
            && WebAddress(stored: path).text.contains("://")
    }

    /// What the web has at a URL, whatever its server calls it.
    private static func fetch(
        _ url: String, _ progress: @escaping @Sendable (Int) -> Void
    ) async throws(ImportError) -> WebAnswer {
        let answer: WebAnswer
        do {
            answer = try await WebFetcher().fetch(
                WebTarget(url), .whole(Importer.maximumBytes), seconds: seconds,
                progress: progress)
        } catch {
            throw ImportError(message(for: error))
        }
        guard answer.isSuccess else {
            throw ImportError("the server answers \(answer.statusText)")
        }
        return answer
    }

    /// How long a download may take.
    private static let seconds = 600

    /// At most a little more than is read, so that the file is refused and the memory is not
    /// filled; of a database only its beginning.
    private static func content(_ path: String) throws(ImportError) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw problem(ReadingError(number: errno)) }
        defer { if path != "-" { close(descriptor) } }
        var size = 0
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            size = min(Int(status.st_size), Importer.maximumBytes) + 1
        }
        do throws(ReadingError) {
            return try readAll(descriptor, reserving: size) { bytes in
                bytes.count > Importer.maximumBytes
                    || path != "-" && Importer.isDatabase(bytes)
            }
        } catch {
            throw problem(error)
        }
    }

    private static func problem(_ error: ReadingError) -> ImportError {
        let reason =
            error.number == EISDIR
            ? "this is a folder: name the file in it" : error.description
        return ImportError("it cannot be read: \(reason)")
    }
}
