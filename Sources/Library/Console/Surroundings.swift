import Glibc

/// Returns an environment variable; `nil` if it is missing or empty.
package func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}

/// Returns the current folder; `nil` if it was removed. `$PWD` may be wrong, so it is not used.
package func currentFolder() -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
}
