import FileCoordination
import Glibc
import ScratchFolder
import Testing

@Suite struct FolderMovesTests {
    private let folder = ScratchFolder()

    /// Without root, a link in a read-only folder cannot be removed.
    @Test func removalNeverFollowsALink() throws {
        mkdir(folder.path("target"), 0o700)
        folder.write("target/kept", "x".utf8)
        mkdir(folder.path("old"), 0o700)
        #expect(symlink(folder.path("target"), folder.path("old/link")) == 0)
        chmod(folder.path("old"), 0o500)
        try? removeTree(folder.path("old"))
        #expect(folder.names("target") == ["kept"])
        chmod(folder.path("old"), 0o700)
        try removeTree(folder.path("old"))
        #expect(folder.names == ["target"])
        #expect(folder.names("target") == ["kept"])
    }

    @Test func removalOfAMissingFolderSucceeds() throws {
        try removeTree(folder.path("missing"))
    }
}
