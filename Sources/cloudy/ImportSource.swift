import Bookmarks
import BrowserDatabases
import Glibc
import Interchange
import Web
import WebFetcher

/// Reads what is to be imported.
enum ImportSource {
    /// The bookmarks in a file, in standard input for `-`, or in what the web has at a URL.
    static func read(
        _ path: String, as format: ImportFormat?, mapping: RecordMapping?
    ) -> Result<ParsedImport, ImportError> {
        Result { () throws(ImportError) in
            if isURL(path) { return try parsed(download(path), as: format, mapping: mapping) }
            let bytes = try content(path)
            if path != "-" && Importer.isDatabase(bytes) {
                return try DatabaseImport.read(path: path, as: format, mapping: mapping)
            }
            return try Importer.read(bytes, as: format, mapping: mapping)
        }
    }

    /// The same off the thread of the list, where a wait can be cancelled, and what never ends is
    /// not read.
    static func read(
        _ path: String, progress: @escaping @Sendable (Int) -> Void
    ) async throws(ImportError) -> ParsedImport {
        if isURL(path) { return try parsed(await fetch(path, progress), as: nil, mapping: nil) }
        var status = stat()
        if stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
            throw ImportError("it is no file on a disk; in a shell, cloudy import reads it")
        }
        return try read(path, as: nil, mapping: nil).get()
    }

    private static func parsed(
        _ download: [UInt8], as format: ImportFormat?, mapping: RecordMapping?
    ) throws(ImportError) -> ParsedImport {
        if Importer.isDatabase(download) {
            throw ImportError(
                "it is a database, which is read from a file: download it, then import that")
        }
        return try Importer.read(download, as: format, mapping: mapping)
    }

    static func isURL(_ path: String) -> Bool {
        ["http", "https"].contains(WebAddress(stored: path).scheme)
            && WebAddress(stored: path).text.contains("://")
    }

    /// What the web has at a URL, whatever its server calls it.
    private static func download(_ url: String) throws(ImportError) -> [UInt8] {
        let progress = ProgressLine()
        do {
            return try runInterruptibly(progress) {
                try await fetch(url) { progress.show("Fetching \(url): \($0 / 1024) KiB") }
            }.result
        } catch let stopped as Stopped {
            complain("Stopped. Nothing was imported.")
            exit(128 + stopped.signal)
        } catch let error as ImportError {
            throw error
        } catch {
            throw ImportError(message(for: error))
        }
    }

    private static func fetch(
        _ url: String, _ progress: @escaping @Sendable (Int) -> Void
    ) async throws(ImportError) -> [UInt8] {
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
        return answer.body
    }

    /// How long a download may take.
    private static let seconds = 600

    /// At most one byte more than is read, so that the file is refused and the memory is not
    /// filled; of a database only its beginning.
    private static func content(_ path: String) throws(ImportError) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw problem() }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            bytes.reserveCapacity(min(Int(status.st_size), Importer.maximumBytes) + 1)
        }
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while bytes.count <= Importer.maximumBytes {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw problem() }
            if count == 0 { break }
            bytes += buffer[..<count]
            if path != "-" && Importer.isDatabase(bytes) { break }
        }
        return bytes
    }

    private static func problem() -> ImportError {
        let reason =
            errno == EISDIR
            ? "this is a folder: name the file in it" : String(cString: strerror(errno))
        return ImportError("it cannot be read: \(reason)")
    }
}
