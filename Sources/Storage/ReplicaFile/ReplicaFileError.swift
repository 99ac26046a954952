/// The reason why this version cannot use a file as a replica. The file is unchanged.
public struct ReplicaFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A problem of the file.
    public enum Problem: Sendable, Hashable {
        /// A newer version wrote the file.
        case newer(format: Int64)
        /// A version that was never released wrote the file.
        case older(format: Int64)
        /// The file is the database of another program.
        case foreign
        /// The file is empty and cannot be written.
        case empty
        /// Another version made the tables of the file, and it cannot be written.
        case otherTables
    }

    public var problem: Problem
    public var path: String

    init(_ problem: Problem, path: String) {
        self.problem = problem
        self.path = path
    }

    public var description: String {
        switch problem {
        case .newer(let format):
            "\(path) has format \(format), which a newer Cloudy wrote; this one knows formats up "
                + "to \(ReplicaFile.formatVersion). Install the newer Cloudy on this machine too."
        case .older(let format):
            "\(path) has format \(format), of a Cloudy that was never released. Move it away, with "
                + "the files beside it that begin with its name: Cloudy restores the bookmarks "
                + "from defaults.plist."
        case .foreign:
            "\(path) is the database of another program and was not changed. Move it away, or "
                + "choose another home: cloudy --home FOLDER"
        case .empty:
            "\(path) is empty and cannot be written. Choose another home: cloudy --home FOLDER"
        case .otherTables:
            "\(path) was written by another version of Cloudy and cannot be updated here. Open it "
                + "once where it is writable, or copy its folder to a writable disk."
        }
    }
}
