import Glibc

/// The names in folders.
public enum FolderEntries {
    /// Returns at most `most` names in a folder, in no order; none if the folder cannot be read.
    public static func names(in folder: String, atMost most: Int = .max) -> [String] {
        (try? read(folder, atMost: most)) ?? []
    }

    /// Returns at most `most` names in a folder, in no order.
    public static func read(
        _ folder: String, atMost most: Int = .max
    ) throws(FileCoordinationError) -> [String] {
        guard let stream = opendir(folder) else {
            throw FileCoordinationError(FileCoordinationError.reading, folder, errno: errno)
        }
        defer { closedir(stream) }
        return names(in: stream, atMost: most)
    }

    /// Returns at most `most` further names in an open folder.
    public static func names(in stream: OpaquePointer, atMost most: Int = .max) -> [String] {
        var names: [String] = []
        while names.count < most, let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
