import Glibc

/// A variable of the environment that is set to something.
package func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}

/// The folder that relative paths begin at; `nil` when it was removed. Not `$PWD`, which may be
/// wrong.
package func currentFolder() -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
}
