import FileCoordination
import Glibc
import Interchange

/// An archive in a folder. It follows no symbolic links, which may lead anywhere.
final class FolderArchive: ArchiveFiles {
    private let path: String
    private let folder: Int32

    /// Opens a folder; `nil` for any other path.
    init?(_ path: String) {
        self.path = path
        folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folder < 0 { return nil }
    }

    deinit { close(folder) }

    func size(of path: String) -> Int? {
        guard let file = try? opened(path) else { return nil }
        defer { close(file) }
        var status = stat()
        return fstat(file, &status) == 0 ? Int(status.st_size) : nil
    }

    func names(in folder: String) -> [String] {
        guard let steps = folder.isEmpty ? [] : ArchivePath.steps(folder),
            let place = descend(steps)
        else { return [] }
        guard let stream = fdopendir(place) else {
            close(place)
            return []
        }
        defer { closedir(stream) }
        return FolderEntries.names(in: stream).sorted()
    }

    func content(_ path: String, most: Int) throws(ImportError) -> [UInt8] {
        let file = try opened(path)
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_size <= most else {
            throw .tooLongDocument(most: most)
        }
        var content: [UInt8] = []
        content.reserveCapacity(Int(status.st_size))
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while content.count <= most {
            let count = read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw DatabaseCopy.problem("cannot be read") }
            if count == 0 { return content }
            content += piece[..<count]
        }
        throw .tooLongDocument(most: most)
    }

    func copy(ofDatabase path: String) throws(ImportError) -> DatabaseCopy {
        close(try opened(path))
        for log in ["-wal", "-journal"] {
            var status = stat()
            let isThere = fstatat(folder, path + log, &status, AT_SYMLINK_NOFOLLOW) == 0
            guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
                throw ImportError("\(path + log) is not a file")
            }
        }
        return try DatabaseCopy(of: self.path + "/" + path)
    }

    /// Opens a file for reading. Refuses anything else, such as a pipe.
    private func opened(_ path: String) throws(ImportError) -> Int32 {
        guard var steps = ArchivePath.steps(path), let name = steps.popLast() else {
            throw ArchivePath.outside
        }
        guard let place = descend(steps) else { throw ArchivePath.missing }
        defer { close(place) }
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let file = openat(place, name, flags)
        guard file >= 0 else {
            if errno == ELOOP { throw ImportError("it is a link, and links are not followed") }
            throw errno == ENOENT ? ArchivePath.missing : DatabaseCopy.problem("cannot be read")
        }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw ImportError("it is not a file")
        }
        return file
    }

    /// Opens a folder below this one; `nil` if it is missing, or a link.
    private func descend(_ steps: [String]) -> Int32? {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        var place = openat(folder, ".", flags)
        for step in steps where place >= 0 {
            let next = openat(place, step, flags)
            close(place)
            place = next
        }
        return place < 0 ? nil : place
    }
}
