import Glibc

/// Where things are while tests run.
public enum Places {
    /// The folder of Package.swift.
    public static let repository = #filePath.split(separator: "/").dropLast(3)
        .reduce(into: "") { $0 += "/" + $1 }

    /// The program as the build left it, beside the tests.
    public static let program: String = {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = max(0, readlink("/proc/self/exe", &path, path.count))
        let tests = String(decoding: path[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return tests.split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 } + "/cloudy"
    }()
}
