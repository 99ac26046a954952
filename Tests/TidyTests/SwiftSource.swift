import Glibc
import TestSupport

/// A Swift file of the repository.
struct SwiftSource: Sendable, CustomStringConvertible {
    /// The path relative to the repository's top.
    let path: String
    /// The lines of the file.
    let lines: [Substring]
    /// The lines with comments and the contents of string literals blanked out, so that words and
    /// braces in them are not mistaken for code.
    let code: [Substring]

    init(path: String) throws {
        self.path = path
        let text = try contents(of: path)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        code = blankingCommentsAndStrings(text)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    var description: String { path }

    /// The name of the target: its folder, which is inside a floor in Sources.
    var target: String {
        let folders = path.split(separator: "/")
        let place = isProduct ? 2 : 1
        return place < folders.count ? String(folders[place]) : ""
    }

    var isProduct: Bool { path.hasPrefix("Sources/") }

    /// The imported modules, with the numbers of their lines.
    var imports: [(module: String, line: Int)] {
        code.indices.compactMap { index in
            let words = code[index].split(separator: " ")
            guard let at = words.firstIndex(of: "import"), at + 1 < words.count else { return nil }
            guard words[..<at].allSatisfy({ $0 == "public" || $0.hasPrefix("@") }) else {
                return nil
            }
            let kinds: Set<Substring> = [
                "struct", "class", "enum", "protocol", "func", "var", "let",
            ]
            let name = kinds.contains(words[at + 1]) ? words[at + 2] : words[at + 1]
            return (String(name.split(separator: ".")[0]), index + 1)
        }
    }

    /// Every Swift file in Sources, Examples and Tests, and the manifest.
    static let all: [SwiftSource] = {
        let tree = ["Sources", "Examples", "Tests"].flatMap(filesBelow).filter {
            $0.hasSuffix(".swift")
        }
        return (["Package.swift"] + tree).compactMap { try? SwiftSource(path: $0) }
    }()

    /// The files of the product.
    static let product = all.filter(\.isProduct)
}

/// The text of a file, by its path relative to the repository's top.
func contents(of path: String) throws -> String {
    guard let file = fopen("\(Places.repository)/\(path)", "re") else {
        throw Unreadable(path: path)
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
        bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// A file of the repository that could not be read.
struct Unreadable: Error {
    var path: String
}

/// The paths of all files below a folder, relative to the repository's top.
func filesBelow(_ path: String) -> [String] {
    guard let folder = opendir("\(Places.repository)/\(path)") else { return [path] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if !name.hasPrefix(".") { names.append("\(path)/\(name)") }
    }
    return names.sorted().flatMap(filesBelow)
}
