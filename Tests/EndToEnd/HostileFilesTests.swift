import Glibc
import ScratchFolder
import TestSupport
import Testing

/// Malicious files in a device's folder: a message, and no harm done.
@Suite(.endToEnd)
struct HostileFilesTests {
    private static let deep = """
        import sys
        with open(sys.argv[1], "w") as file:
            file.write("<plist>" + "<array>" * 1000000 + "</array>" * 1000000 + "</plist>")
        """
    private static let sparse =
        "import os, sys; open(sys.argv[1], 'wb'); os.truncate(sys.argv[1], 1 << 30)"

    @Test(arguments: [deep, sparse])
    func maliciousPropertyListIsSetAside(_ script: String) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            _ = try home.python(script, "\(home.deviceFolder())/defaults.plist")
            let verified = try home.run("verify")
            #expect(verified.status == 65)
            let outcome = try home.run("list")
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("Alpha"))
            #expect(outcome.errors.contains("set aside"))
            #expect(try home.mirrored() == ["Alpha https://a.example/"])
            #expect(try home.verify().verdict == "same")
        }
    }

    @Test(arguments: [deep, sparse])
    func maliciousUnsavedFormIsSetAside(_ script: String) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let file = "\(home.deviceFolder())/unsaved-1.plist"
            _ = try home.python(script, file)
            let list = try home.openList()
            try list.expect("Alpha", "set aside")
            #expect(access(file + ".unreadable", F_OK) == 0)
            try list.add("https://b.example/", name: "Beta")
        }
    }

    @Test(arguments: ["doorbell", "defaults.plist", "unsaved-1.plist"])
    func namedPipeDoesNotBlockTheList(_ name: String) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let path = "\(home.deviceFolder())/\(name)"
            unlink(path)
            #expect(mkfifo(path, 0o600) == 0)
            #expect(try home.run("list").output.contains("Alpha") || name == "doorbell")
            if name == "unsaved-1.plist" { try home.openList().expect("Alpha") }
        }
    }

    /// Opening a named pipe may block forever, whatever a command wants with it.
    @Test(arguments: ["replica.sqlite", "defaults.plist"])
    func namedPipeDoesNotBlockVerify(_ name: String) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let path = "\(home.deviceFolder())/\(name)"
            unlink(path)
            #expect(mkfifo(path, 0o600) == 0)
            let outcome = try home.run("verify", "--offline")
            #expect(outcome.status != 0)
            #expect(outcome.errors.contains(name) || outcome.output.contains(name))
        }
    }

    @Test func namedPipeInPlaceOfAnEditedTextDoesNotBlockEdit() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let editing = try home.editing("rm -f \"$1\"; mkfifo \"$1\"")
            let outcome = try editing.run("edit", "--editor", "Alpha")
            #expect(outcome.status != 0)
            #expect(try home.list().map(\.name) == ["Alpha"])
        }
    }

    @Test(arguments: ["doorbell", "engine.lock", "defaults.lock"])
    func symbolicLinkIsNotFollowed(_ name: String) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let target = home.folder.write("precious", Array("precious".utf8))
            let path = "\(home.deviceFolder())/\(name)"
            unlink(path)
            #expect(symlink(target, path) == 0)
            let outcome = try home.run("add", "https://b.example/")
            #expect(home.folder.read("precious") == Array("precious".utf8))
            #expect(outcome.status == 74)
            #expect(outcome.errors.contains(name), "\(outcome.errors)")
        }
    }
}
