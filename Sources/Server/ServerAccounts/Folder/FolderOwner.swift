import FileCoordination
import FoundationEssentials
import Glibc

/// The owner of a folder, who also gets the files that root puts there.
struct FolderOwner {
    private let user: uid_t
    private let group: gid_t

    /// Finds the owner; throws ``AccountsError`` if there is no such folder.
    init(of folder: String) throws {
        guard let status = FileStatus(folder) else { throw AccountsError.failed("stat", folder) }
        (user, group) = (status.user, status.group)
    }

    /// Gives the owner a file, or a folder with everything in it. Does nothing without root: then
    /// all files belong to the caller and cannot be given away.
    func takeOwnership(of path: String) throws {
        guard geteuid() == 0 else { return }
        // A file has no entries.
        let below = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        for path in [path] + below.map({ "\(path)/\($0)" }) {
            guard lchown(path, user, group) == 0 else { throw AccountsError.failed("chown", path) }
        }
    }
}
