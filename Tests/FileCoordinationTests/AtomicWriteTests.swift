import FileCoordination
import Glibc
import ScratchFolder
import Testing

@Suite struct AtomicWriteTests {
    let folder = ScratchFolder()

    @Test(arguments: [0, 1, 100_000]) func fileIsWrittenAndReplaced(_ count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        try writeAtomically(bytes, to: folder.path("a"))
        #expect(folder.read("a") == bytes)
        #expect(folder.permissions("a") == 0o600)
        try writeAtomically([1, 2], to: folder.path("a"))
        #expect(folder.read("a") == [1, 2])
        #expect(folder.names == ["a"])
    }

    @Test(arguments: [0o644, 0o640, 0o400, 0o666] as [mode_t])
    func existingFileKeepsItsPermissions(_ mode: mode_t) throws {
        folder.write("a", [1])
        chmod(folder.path("a"), mode)
        try writeWhole([2], to: folder.path("a"))
        #expect(folder.read("a") == [2])
        #expect(folder.permissions("a") == mode)
        try writeWhole([3], to: folder.path("new"))
        #expect(folder.permissions("new") == 0o600)
    }

    @Test func fileWrittenInPiecesIsUnchangedIfTheBodyThrows() throws {
        struct Stop: Error {}
        let result = try writeAtomically(to: folder.path("a")) { file in
            for number in 0..<100 as Range<UInt8> { try file.write([number]) }
            return folder.names.count
        }
        #expect(result == 1)
        #expect(folder.read("a") == Array(0..<100))
        #expect(throws: Stop.self) {
            try writeAtomically(to: folder.path("a")) { file in
                try file.write([1])
                throw Stop()
            }
        }
        #expect(folder.read("a") == Array(0..<100))
        #expect(folder.names == ["a"])
    }

    @Test func targetOfASymbolicLinkIsReplaced() throws {
        let other = ScratchFolder()
        other.write("b", [1])
        symlink(other.path("b"), folder.path("a"))
        try writeAtomically([2], to: folder.path("a"))
        #expect(other.read("b") == [2])
        #expect(other.names == ["b"])
        #expect(folder.names == ["a"])
    }

    @Test func failedWriteLeavesNoTemporaryFile() throws {
        mkdir(folder.path("a"), 0o700)
        let error = #expect(throws: FileCoordinationError.self) {
            try writeAtomically([1], to: folder.path("a"))
        }
        #expect(error?.code == .notAFolder)
        #expect(error?.description.contains(folder.path("a")) == true)
        #expect(folder.names == ["a"])
    }

    @Test func onlyLeftoversOfDeadWritersAreRemoved() throws {
        folder.write("a.new-1-1", [1])
        folder.write("a.newer", [1])
        folder.write("a.new-layout", [1])
        folder.write("a.new-1-1-1", [1])
        folder.write("a.new-1-", [1])
        folder.write("b.new-1-1", [1])
        try writeAtomically(to: folder.path("a")) { file in
            try file.write([2])
            // Another process writes meanwhile, and does not touch this one's temporary file.
            try writeAtomically([3], to: folder.path("a"))
        }
        #expect(folder.read("a") == [2])
        #expect(
            folder.names == [
                "a", "a.new-1-", "a.new-1-1-1", "a.new-layout", "a.newer", "b.new-1-1",
            ])
    }

    @Test func oldFileIsKeptWhenTheDiskIsFull() async {
        await #expect(processExitsWith: .success) {
            let folder = ScratchFolder()
            folder.write("a", [1])
            // The limit stands in for a full disk: a file that grows past it is refused.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let error = #expect(throws: FileCoordinationError.self) {
                try writeAtomically([UInt8](repeating: 2, count: 9999), to: folder.path("a"))
            }
            #expect(error?.code == .noSpace)
            #expect(folder.read("a") == [1])
            #expect(folder.names == ["a"])
        }
    }

    @Test func errorNamesTheFileTheReasonAndTheRemedy() {
        let error = #expect(throws: FileCoordinationError.self) {
            try writeAtomically([1], to: folder.path("none/a"))
        }
        #expect(
            error?.description == """
                Cannot write \(folder.path("none/a")): No such file or directory. \
                Check that its folder exists.
                """)
    }
}
