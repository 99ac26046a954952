import Browsers
import Glibc
import Interchange
import SQLite
import ScratchFolder
import TestSupport
import Testing

/// The folder of a program's archive, filled by a test.
struct ArchiveFolder {
    let scratch = ScratchFolder()
    var path: String { scratch.path("data") }

    init() { mkdir(path, 0o700) }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ name: String, _ content: some Sequence<UInt8>) {
        var folder = path
        for step in name.split(separator: "/").dropLast() {
            folder += "/\(step)"
            mkdir(folder, 0o700)
        }
        scratch.write("data/\(name)", content)
    }

    func database(_ name: String, _ statements: String...) throws {
        try Database(path: path(name)).execute(statements.joined(separator: "\n"))
    }

    /// The folder as a zip archive, made with Python.
    func zipped(_ top: String = ".") throws -> String {
        let file = scratch.path("data.zip")
        let script = """
            import os, sys, zipfile
            os.chdir(sys.argv[1])
            with zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED) as archive:
                for root, _, files in os.walk(sys.argv[3]):
                    for name in files: archive.write(os.path.join(root, name))
            """
        let folder = top == "." ? path : scratch.path
        let outcome = try Command("python3", ["-c", script, folder, file, top]).run()
        try #require(outcome.status == 0, "\(outcome.errors)")
        return file
    }

    func read() throws -> ParsedImport? { try ProgramArchive.read(folder: path) }
}

extension ImportedDocument {
    /// The content as text, or the error.
    func text(most: Int = 32 << 20) -> String {
        do throws(ImportError) {
            return String(decoding: try read(most), as: UTF8.self)
        } catch {
            return "error: \(error.message)"
        }
    }
}
