import ScratchFolder
import TestSupport
import Testing

/// The property list is a mirror that people may edit: Cloudy imports their edits, and a broken
/// file costs nothing.
@Suite(.endToEnd)
struct HandEditsTests {
    /// Loads the property list with Python, runs a statement on `marks`, and writes it again.
    private func edit(_ home: Home, _ statement: String) throws {
        let script = """
            import plistlib, sys
            values = plistlib.load(open(sys.argv[1], "rb"))
            marks = values["bookmarks"]
            \(statement)
            plistlib.dump(values, open(sys.argv[1], "wb"))
            """
        _ = try home.python(script, home.deviceFolder() + "/defaults.plist")
    }

    @Test func nextStartImportsEditsByHand() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", tags: ["kept"])
            try home.add("https://b.example/", name: "Beta")
            try edit(home, "marks[1]['name'] = 'Renamed'; del marks[0]")
            try edit(home, "marks.append({'name': 'New', 'url': 'https://n.example/'})")
            let marks = try home.list()
            #expect(Set(marks.map(\.name)) == ["Renamed", "New"])
            #expect(marks.first { $0.name == "Renamed" }?.tags == ["kept"])
            let list = try home.openList()
            try list.expect("Renamed", "New")
        }
    }

    @Test func openListShowsEditsByHand() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let list = try home.openList()
            try list.expect("> Alpha")
            try edit(home, "marks[0]['name'] = 'Renamed'")
            try list.expect("> Renamed", "Read from the property list: 1 bookmark")
            try list.press("q")
            #expect(try list.exitStatus() == 0)
            #expect(try home.mirrored() == ["Renamed https://a.example/"])
        }
    }

    /// The first frame of a long list does not wait until the property list is read.
    @Test func longPropertyListIsReadInTheBackground() throws {
        try withScratchHome { home in
            _ = try home.shell(
                "seq -f 'https://a.example/%g' 10001 | "
                    + "'\(Places.program)' --home '\(home.path)' import --offline -")
            let first = try home.openList()
            try first.expect("10,001")
            try first.press("q")
            #expect(try first.exitStatus() == 0)
            try edit(home, "marks[0]['name'] = 'Renamed'")
            let list = try home.openList()
            try list.expect("> Renamed")
            // On a busy machine, the first message shows for less than one look at the screen.
            try list.press("M")
            try list.expect("The property list changed", "Read from the property list: 1 bookmark")
            #expect(try home.run("list", "Renamed").output.contains("Renamed"))
        }
    }

    @Test(arguments: ["list", "status"]) func editsByHandAreSentAtOnce(_ command: String) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try edit(home, "marks[0]['name'] = 'Renamed'")
            let outcome = try home.run(command)
            #expect(outcome.status == 0)
            #expect(outcome.errors == "")
            try home.run("sync", "--device", "phone")
            #expect(try home.list(device: "phone").map(\.name) == ["Renamed"])
            try edit(home, "marks[0]['name'] = 'Again'")
            let offline = try home.run(command, "--offline")
            #expect(offline.errors.contains("1 edit waits"))
            #expect(try home.status().unsent == 1, "status must not send unsent edits")
        }
    }

    @Test func tooLongNameIsNotImported() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try edit(home, "marks[0]['name'] = 'x' * 5000")
            let outcome = try home.run("list")
            #expect(outcome.errors.contains("the limit is 4,096"), "\(outcome.errors)")
            #expect(outcome.output.contains("Alpha"))
        }
    }

    @Test(arguments: ["", "not a property list", "<plist><dict><key>bookmarks</key>"])
    func brokenPropertyListIsSetAside(_ text: String) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let folder = home.deviceFolder()
            home.folder.write("home/devices/here/defaults.plist", text.utf8)
            let list = try home.openList()
            try list.expect("> Alpha", "defaults.plist")
            try list.press("q")
            #expect(try list.exitStatus() == 0)
            let files = try home.shell("cat '\(folder)'/defaults.plist.corrupt-*")
            #expect(files.output == text)
            #expect(try home.mirrored() == ["Alpha https://a.example/"])
        }
    }

    @Test func invalidUTF8AndNULInThePropertyListAreHarmless() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let path = home.deviceFolder() + "/defaults.plist"
            for bytes in ["Al\\xffha", "Al\\x00ha"] {
                let script = """
                    import sys
                    data = open(sys.argv[1], "rb").read().replace(b"Alpha", b"\(bytes)")
                    open(sys.argv[1], "wb").write(data)
                    """
                _ = try home.python(script, path)
                let outcome = try home.run("list")
                #expect(outcome.output.contains("Alpha"))
                #expect(outcome.status == 0)
                _ = try home.run("sync")
                #expect(try home.mirrored() == ["Alpha https://a.example/"])
            }
        }
    }

    @Test func propertyListFollowsAnOpenListWithin3Seconds() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try list.add("https://a.example/", name: "Alpha")
            try list.expect("the property list must have the bookmark soon", for: .seconds(3)) {
                _ in
                try home.mirrored() == ["Alpha https://a.example/"]
            }
        }
    }
}
