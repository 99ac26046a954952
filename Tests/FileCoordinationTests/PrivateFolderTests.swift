import FileCoordination
import Glibc
import ScratchFolder
import Synchronization
import Testing

@Suite struct PrivateFolderTests {
    let folder = ScratchFolder()

    @Test func missingFoldersAreCreatedForTheirOwnerOnly() throws {
        mkdir(folder.path("a"), 0o755)
        try createPrivateFolder(folder.path("a/b/c/"))
        try createPrivateFolder(folder.path("a/b/c"))
        #expect(folder.permissions("a") == 0o755)
        #expect(folder.permissions("a/b") == 0o700)
        #expect(folder.permissions("a/b/c") == 0o700)
    }

    /// A synced file is lost if the folder that has it was never synced.
    @Test func parentOfEachNewFolderIsSynced() throws {
        let synced = Mutex<[String]>([])
        var calls = FileCalls.system
        calls.syncFolder = { path in
            synced.withLock { $0.append(path) }
            return FileCalls.system.syncFolder(path)
        }
        try createPrivateFolder(folder.path("a/b"), calls: calls)
        #expect(synced.withLock { $0 } == [folder.path, folder.path("a")])
        try createPrivateFolder(folder.path("a/b"), calls: calls)
        #expect(synced.withLock { $0.count } == 2)
    }

    @Test(arguments: ["file", "file/a"]) func fileInPlaceOfAFolderIsNotReplaced(_ name: String) {
        folder.write("file", [])
        let error = #expect(throws: FileCoordinationError.self) {
            try createPrivateFolder(folder.path(name))
        }
        #expect(error?.code == .notAFolder)
        #expect(error?.description.contains("file") == true)
    }

    @Test(arguments: ["", "/proc/none/a"]) func impossiblePathFails(_ path: String) {
        #expect(throws: FileCoordinationError.self) { try createPrivateFolder(path) }
    }

    @Test func rootAndCurrentFolderAreAccepted() throws {
        try createPrivateFolder("/")
        try createPrivateFolder("//")
        try createPrivateFolder(".")
    }
}
