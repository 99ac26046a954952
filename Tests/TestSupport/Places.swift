import Glibc

/// The places of files while tests run.
public enum Places {
    /// The folder of Package.swift.
    public static let repository = resolved(#filePath).split(separator: "/").dropLast(3)
        .reduce(into: "") { $0 += "/" + $1 }

    /// The program as it was built, beside the tests.
    public static let program = built("cloudy")
    /// The simulator's command.
    public static let simulate = built("simulate")

    /// A program of this package as it was built, beside the tests.
    public static func built(_ name: String) -> String {
        resolved("/proc/self/exe").split(separator: "/").dropLast()
            .reduce(into: "") { $0 += "/" + $1 } + "/" + name
    }

    /// A path with links resolved.
    private static func resolved(_ path: String) -> String {
        guard let result = realpath(path, nil) else { return path }
        defer { free(result) }
        return String(cString: result)
    }
}
