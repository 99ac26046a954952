/// The path of a folder, such as `work/swift`, and the names along it.
///
/// Browsers allow a slash in the name of a folder. In a path such a slash is written as U+2215, the
/// division slash, which looks the same; files with names of their own get a slash again.
public enum FolderPath {
    private static let divisionSlash: Character = "\u{2215}"

    /// The path of a folder in folders, the outermost first. Empty names are left out.
    public static func path(_ names: [String]) -> String {
        var path = ""
        for name in names {
            let name = name.collapsed
            if name.isEmpty { continue }
            if !path.isEmpty { path += "/" }
            path += name.replacing("/", with: String(divisionSlash))
        }
        return path
    }

    /// The names along a path, as a person gave them.
    public static func names(_ path: String) -> [String] {
        path.split(separator: "/").map {
            String($0).replacing(String(divisionSlash), with: "/")
        }
    }

    /// A path from another program, with any number of slashes and blanks anywhere.
    public static func normalized(_ path: String) -> String {
        self.path(path.split(separator: "/").map(String.init))
    }

    /// A path within another one.
    public static func joined(_ outer: String, _ inner: String) -> String {
        [outer, inner].filter { !$0.isEmpty }.joined(separator: "/")
    }

    /// The folder that a folder stands in; empty for one at the top.
    public static func parent(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}
