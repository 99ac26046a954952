import ScratchFolder
import TestSupport
import Testing

/// Files in a home that are not what they should be are left alone.
@Suite(.endToEnd)
struct ForeignFilesTests {
    @Test func damagedReplicaIsReportedAndLeftAlone() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let replica = home.deviceFolder() + "/replica.sqlite"
            _ = try home.shell("rm -f '\(replica)'-*")
            _ = try home.python("import sys; open(sys.argv[1], 'wb').write(b'x' * 8192)", replica)
            let outcome = try home.run("list")
            #expect([65, 78].contains(outcome.status), "\(outcome.errors)")
            #expect(outcome.errors.contains("replica.sqlite"))
            let kept = try home.python("import sys; print(open(sys.argv[1]).read(3))", replica)
            #expect(kept == "xxx\n", "the file must be left alone")
        }
    }

    @Test(arguments: ["devices/here/replica.sqlite", "clouds/local/cloud.sqlite"])
    func databaseOfAnotherProgramIsLeftAlone(_ file: String) throws {
        try withScratchHome { home in
            let path = "\(home.path)/\(file)"
            let script = """
                import os, sqlite3, sys
                os.makedirs(os.path.dirname(sys.argv[1]))
                with sqlite3.connect(sys.argv[1]) as file: file.execute("CREATE TABLE theirs(x)")
                """
            _ = try home.python(script, path)
            let before = try home.shell("cksum '\(path)'").output
            let outcome = try home.run("sync")
            #expect(outcome.status == 78, "\(outcome.errors)")
            #expect(outcome.errors.contains("another program"))
            #expect(try home.shell("cksum '\(path)'").output == before)
        }
    }

    /// The device keeps working alone.
    @Test func editIsSavedAlthoughTheCloudIsNotADatabase() throws {
        try withScratchHome { home in
            home.folder.write("cloud.sqlite", Array("no database at all".utf8))
            _ = try home.shell(
                "mkdir -p '\(home.path)/clouds/local' && "
                    + "mv '\(home.folder.path("cloud.sqlite"))' '\(home.path)/clouds/local'")
            let outcome = try home.run("add", "https://a.example/", "--name", "Alpha")
            #expect(outcome.status == 0)
            #expect(outcome.errors.contains("1 edit waits"), "\(outcome.errors)")
            #expect(outcome.errors.contains("cloud.sqlite"), "\(outcome.errors)")
            #expect(try home.list().map(\.name) == ["Alpha"])
        }
    }

    @Test(arguments: ["devices/here/replica.sqlite", "clouds/local/cloud.sqlite"])
    func databaseOfANewerVersionIsRefused(_ file: String) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let script = """
                import sqlite3, sys
                with sqlite3.connect(sys.argv[1]) as file: file.execute("PRAGMA user_version = 999")
                """
            _ = try home.python(script, "\(home.path)/\(file)")
            let outcome = try home.run("sync")
            #expect(outcome.status != 0)
            #expect(outcome.errors.contains("newer"), "\(outcome.errors)")
        }
    }
}
