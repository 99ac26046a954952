import Glibc

/// A failure of the file system, with its meaning for a person.
public struct FileCoordinationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error, as far as a program can react to it.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String {
            case noSpace, readOnly, notAllowed, missing, notAFolder, tooManyFiles, other
        }
        private var value: Value

        /// The disk or the quota is full, or the file is larger than allowed.
        public static let noSpace = Code(value: .noSpace)
        public static let readOnly = Code(value: .readOnly)
        public static let notAllowed = Code(value: .notAllowed)
        /// A folder on the way to the file does not exist.
        public static let missing = Code(value: .missing)
        /// A file is where a folder should be, or the other way round.
        public static let notAFolder = Code(value: .notAFolder)
        public static let tooManyFiles = Code(value: .tooManyFiles)
        public static let other = Code(value: .other)

        public var description: String { value.rawValue }

        init(_ errno: Int32) {
            switch errno {
            case ENOSPC, EDQUOT, EFBIG: self = .noSpace
            case EROFS: self = .readOnly
            case EACCES, EPERM: self = .notAllowed
            case ENOENT: self = .missing
            // ELOOP: a symbolic link where Cloudy needs a file of its own.
            case ENOTDIR, EISDIR, EEXIST, ELOOP: self = .notAFolder
            case EMFILE, ENFILE: self = .tooManyFiles
            default: self = .other
            }
        }

        private init(value: Value) { self.value = value }
    }

    public var code: Code
    /// The system's error number.
    public var errno: Int32
    public var path: String
    /// The attempt, such as "Cannot write".
    public var attempt: String

    package init(_ attempt: String, _ path: String, errno: Int32) {
        code = Code(errno)
        self.errno = errno
        self.path = path
        self.attempt = attempt
    }

    /// The failure, the system's reason, and what to do.
    public var description: String {
        "\(attempt) \(path): \(reason). \(advice)"
    }

    /// The system's reason, without a full stop.
    public var reason: String {
        switch errno {
        case ENXIO where GivenPath.isPipe(path): "it is a pipe, and no program reads from it"
        case EAGAIN where GivenPath.isPipe(path): "it is a pipe, and no program writes into it"
        case ENOENT where path.isEmpty: "the path is empty"
        default: String(cString: strerror(errno))
        }
    }

    private var advice: String {
        if attempt == Self.reading { return adviceForReader }
        return switch code {
        case .other where GivenPath.isPipe(path):
            "Start the program at its other end first, or name a file."
        case .noSpace: "Free some space and try again."
        case .readOnly: "Choose a folder on a writable disk."
        case .notAllowed: "Check the permissions of the file and its folder."
        case .missing: "Check that its folder exists."
        // The file may belong to the person.
        case .notAFolder: "That name is already taken: choose another name or folder."
        case .tooManyFiles: "Close some programs, or raise the limit with ulimit -n."
        default: "Check the disk and try again."
        }
    }

    /// Whether an input file does not exist, or is not a file.
    public var isOfInput: Bool {
        attempt == Self.reading
            && (code == .missing || code == .notAFolder || errno == ENAMETOOLONG)
    }

    private var isMissingInput: Bool { isOfInput && (errno == ENOENT || errno == ENOTDIR) }

    /// The attempt to read a path that a person gave.
    static let reading = "Cannot read"

    private var adviceForReader: String {
        let folder = path.lastIndex(of: "/").map {
            $0 == path.startIndex ? "/" : String(path[..<$0])
        }
        return switch code {
        case _ where path.isEmpty: "Name a file."
        case _ where isMissingInput && access(folder ?? ".", F_OK) == 0:
            "Check the path. To see the files there: ls \(Self.shellQuoted(folder ?? "."))"
        case _ where isMissingInput: "Check the path: there is no folder \(folder ?? "")."
        case .notAFolder: "Name a file in it. To see them: ls \(Self.shellQuoted(path))"
        case .notAllowed:
            closedFolder.map { "To see who may enter its folder: ls -ld \(Self.shellQuoted($0))" }
                ?? "To see who may read it: ls -l \(Self.shellQuoted(path))"
        case _ where errno == ENAMETOOLONG: "Check the path: it or a name in it is too long."
        case .other where GivenPath.isPipe(path):
            "Start the program at its other end first, or name a file."
        case .tooManyFiles: "Close some programs, or raise the limit with ulimit -n."
        default: "Check the disk and try again."
        }
    }

    /// The first folder on the way to the file that this process may not enter.
    private var closedFolder: String? {
        path.indices.dropFirst().filter { path[$0] == "/" }.map { String(path[..<$0]) }
            .first { access($0, X_OK) != 0 }
    }

    /// Returns a path in the form that a shell accepts.
    private static func shellQuoted(_ path: String) -> String {
        let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-+~".contains($0) }
        return isPlain ? path : "'" + path.replacing("'", with: #"'\''"#) + "'"
    }
}
