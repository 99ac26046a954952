/// The path of a folder, such as `work/swift`, and the names along it.
///
/// Browsers allow a slash in the name of a folder. In a path, such a slash becomes U+2215, the
/// division slash, which looks the same; formats that store single names get the slash back.
public enum FolderPath {
    private static let divisionSlash: Character = "\u{2215}"

    /// Returns the path of folder names, the outermost first. Empty names are left out.
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

    /// Returns the names along a path, with their slashes restored.
    public static func names(_ path: String) -> [String] {
        path.split(separator: "/").map {
            String($0).replacing(String(divisionSlash), with: "/")
        }
    }

    /// Normalizes a path from another program, which may have extra slashes and blanks.
    public static func normalized(_ path: String) -> String {
        self.path(path.split(separator: "/").map(String.init))
    }

    /// Joins two paths.
    public static func joined(_ outer: String, _ inner: String) -> String {
        // Each bookmark of a folder may have its path, so the text of a single one is shared.
        if outer.isEmpty { return inner }
        return inner.isEmpty ? outer : "\(outer)/\(inner)"
    }

    /// Returns the path of a folder's parent; empty for a top folder.
    public static func parent(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}
