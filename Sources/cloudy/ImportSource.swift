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
            let isURL = isURL(path)
            let bytes = isURL ? try download(path) : try content(path)
            if isURL && Importer.isDatabase(bytes) {
                throw ImportError(
                    "it is a database, which is read from a file: download it, then import that")
            }
            if path != "-" && Importer.isDatabase(bytes) {
                return try DatabaseImport.read(path: path, as: format)
            }
            return try Importer.read(bytes, as: format, mapping: mapping)
        }
    }

    static func isURL(_ path: String) -> Bool {
        ["http", "https"].contains(WebAddress(stored: path).scheme)
            && WebAddress(stored: path).text.contains("://")
    }

    /// What the web has at a URL, whatever its server calls it.
    private static func download(_ url: String) throws(ImportError) -> [UInt8] {
        let progress = ProgressLine()
        do {
            let (answer, _) = try runInterruptibly(progress) {
                try await WebFetcher().fetch(
                    WebTarget(url), .whole(Importer.maximumBytes), seconds: seconds
                ) { count in
                    progress.show("Fetching \(url): \(count / 1024) KiB")
                }
            }
            guard answer.isSuccess else {
                throw ImportError("the server answers \(answer.statusText)")
            }
            return answer.body
        } catch let stopped as Stopped {
            complain("Stopped. Nothing was imported.")
            exit(128 + stopped.signal)
        } catch let error as ImportError {
            throw error
        } catch {
            throw ImportError(message(for: error))
        }
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
