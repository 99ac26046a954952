import Glibc
import Interchange

/// The text that a person types in the list for an import: a path or a URL, optionally after a
/// format and a character set, as in `csv:gbk:links.txt`. A file with the whole text as its name is
/// preferred.
struct NamedImport {
    private(set) var format: ImportFormat?
    private(set) var charset: String?
    private(set) var path: String

    init(_ source: String) {
        path = source
        while let colon = path.firstIndex(of: ":"), access(path, F_OK) != 0 {
            let name = path[..<colon].lowercased()
            let rest = path[path.index(after: colon)...].drop { $0 == " " }
            if rest.isEmpty { return }
            if format == nil, let named = ImportFormat.named.first(where: { $0.rawValue == name }) {
                format = named
            } else if charset == nil, Importer.isCharacterSet(name) {
                charset = name
            } else {
                return
            }
            path = String(rest)
        }
    }
}
