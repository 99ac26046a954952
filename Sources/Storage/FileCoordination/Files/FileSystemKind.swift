import Glibc

/// The kind of file system of a path.
public enum FileSystemKind {
    /// Returns the name of the network file system that `path` is on, such as "NFS"; `nil` if it is
    /// local or unknown.
    ///
    /// For a path that does not exist yet, its nearest existing folder counts. SQLite's WAL mode,
    /// locks and inotify do not work between machines that share a file.
    public static func network(_ path: String) -> String? {
        mountType(at: path).flatMap(networkName(type:))
    }

    /// Returns the name of a network file system; `nil` for other types. Most file systems in user
    /// space are local (encryption, NTFS, merging), but not these.
    static func networkName(type: String) -> String? {
        let name = type.hasPrefix("fuse.") ? String(type.dropFirst(5)) : type
        return switch name {
        case "nfs", "nfs4": "NFS"
        case "cifs", "smb3", "smbfs", "smbnetfs": "SMB"
        case "virtiofs", "vboxsf", "vmhgfs", "vmhgfs-fuse", "prl_fs": "a shared folder"
        case "afs", "coda", "ncpfs", "lustre", "beegfs", "gpfs", "gfs2", "ocfs2", "orangefs": name
        case "ceph", "glusterfs", "sshfs", "rclone", "s3fs", "goofys", "juicefs", "davfs": name
        case "curlftpfs", "gvfsd-fuse", "google-drive-ocamlfuse", "mount.davfs": name
        default: nil
        }
    }

    /// Returns the type of the mount that a path is on, as in /proc/self/mountinfo.
    ///
    /// statfs(2) would need a list of magic numbers, and has only one for all of FUSE.
    static func mountType(at path: String) -> String? {
        var path = path
        var status = stat()
        while stat(path, &status) != 0 {
            guard errno == ENOENT, let parent = parentFolder(of: path) else { return nil }
            path = parent
        }
        let device = status.st_dev
        guard let file = fopen("/proc/self/mountinfo", "re") else { return nil }
        defer { fclose(file) }
        let major = (device >> 8) & 0xfff | (device >> 32) & ~0xfff
        let minor = device & 0xff | (device >> 12) & ~0xff & 0xffff_ffff
        let number = "\(major):\(minor)"
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let line {
            if let type = mountType(line: String(cString: line), device: number) { return type }
        }
        return nil
    }

    /// Returns the type in a line such as `36 35 98:0 / /mnt rw,noatime master:1 - ext3 /dev/root
    /// rw`: the third field is the device, and the type comes after the dash.
    static func mountType(line: String, device: String) -> String? {
        let fields = line.utf8.split(separator: UInt8(ascii: " "))
        guard fields.count > 2, fields[2].elementsEqual(device.utf8),
            let dash = fields.firstIndex(where: { $0.elementsEqual("-".utf8) }),
            dash + 1 < fields.count
        else { return nil }
        return String(fields[dash + 1])
    }
}
