import ScratchFolder
import Testing

@testable import FileCoordination

@Suite struct FileSystemKindTests {
    @Test func localFoldersAreNotOnANetwork() {
        let folder = ScratchFolder()
        #expect(FileSystemKind.network(folder.path) == nil)
        #expect(FileSystemKind.network(folder.path("none/of/these")) == nil)
        #expect(FileSystemKind.network("/proc") == nil)
        #expect(FileSystemKind.network("") == nil)
    }

    @Test(arguments: [
        ("nfs4", "NFS"), ("cifs", "SMB"), ("fuse.sshfs", "sshfs"), ("fuse.rclone", "rclone"),
        ("ext4", nil), ("tmpfs", nil), ("fuse.gocryptfs", nil), ("fuseblk", nil), ("overlay", nil),
    ])
    func networkFileSystemsAreRecognized(_ type: String, _ name: String?) {
        #expect(FileSystemKind.networkName(type: type) == name)
    }

    @Test func mountTableLinesAreRead() {
        let line = "36 35 0:52 / /home/a\\040b rw,noatime shared:1 master:2 - nfs4 host:/a rw\n"
        #expect(FileSystemKind.mountType(line: line, device: "0:52") == "nfs4")
        #expect(FileSystemKind.mountType(line: line, device: "0:5") == nil)
        for broken in ["", " ", "36 35 0:52 / -", "36 35 0:52"] {
            #expect(FileSystemKind.mountType(line: broken, device: "0:52") == nil)
        }
    }

    @Test func mountOfARealFolderIsFound() {
        #expect(FileSystemKind.mountType(at: "/proc") == "proc")
    }
}
