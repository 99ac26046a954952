import Glibc
import Interchange

/// The text that a person types to import in the list: a path or a URL, with the names of its
/// format and of its character set before it, as in `csv:gbk:links.txt`. A file with that whole
/// name is preferred.
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
