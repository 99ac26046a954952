import ScratchFolder
import TestSupport
import Testing

/// `cloudy edit`, as a script uses it.
@Suite(.endToEnd)
struct EditTests {
    @Test func editChangesOnlyTheNamedFields() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha", tags: ["one", "two"])
            #expect(try home.run("edit", String(id.prefix(6)), "--name", "Better").status == 0)
            #expect(try home.list().map(\.name) == ["Better"])
            #expect(try home.list().map(\.tags) == [["one", "two"]])
            #expect(try home.list().map(\.url) == ["https://a.example/"])
            #expect(
                try home.run("edit", id, "--url", "https://b.example/", "--tags", "#new").status
                    == 0
            )
            #expect(try home.list().map(\.url) == ["https://b.example/"])
            #expect(try home.list().map(\.tags) == [["new"]])
            #expect(try home.mirrored() == ["Better https://b.example/"])
            #expect(try home.run("edit", id, "--tags", "", "--name", "").status == 0)
            #expect(try home.list().map(\.tags) == [[]])
            #expect(try home.list().map(\.name) == [""])
        }
    }

    @Test func editedNotesShowInTheDetails() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            #expect(try home.run("edit", id, "--notes", "from a script").status == 0)
            let list = try home.openList()
            try list.press("l")
            try list.expect("from a script")
        }
    }

    @Test func refusedEditChangesNothing() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let nothing = try home.run("edit", id)
            #expect(nothing.status == 64)
            #expect(nothing.errors.contains("Nothing to change"))
            let address = try home.run("edit", id, "--url", "b", "--name", "Lost")
            #expect(address.status == 65)
            #expect(address.errors.contains("Did you mean https://b?"))
            let nobody = try home.run("edit", "nosuchid", "--name", "Lost")
            #expect(nobody.status == 1)
            #expect(try home.list().map(\.name) == ["Alpha"])
            try home.run("delete", id)
            #expect(try home.run("edit", id, "--name", "Lost").status == 1)
            #expect(try home.list().isEmpty)
        }
    }

    @Test func editToAnExistingPageIsRefused() throws {
        try withScratchHome { home in
            let alpha = try home.add("https://a.example/", name: "Alpha")
            let id = try home.add("https://b.example/", name: "Beta")
            let refused = try home.run("edit", id, "--url", "https://a.example/", "--name", "B")
            #expect(refused.status == 65 && refused.output.isEmpty)
            #expect(
                refused.errors
                    == "cloudy: You already have this page: “Alpha” (\(alpha)). Nothing was "
                    + "changed. To change \(id) anyway: --even-if-there\n")
            #expect(Set(try home.list().map(\.name)) == ["Alpha", "Beta"])
            // The editor's text is refused as a whole, with the line in question, and can be
            // resumed.
            let script = "sed -i 's|^url: https://b.*|url: https://a.example/|' \"$1\""
            let edited = try home.editing(script).run("edit", id, "--editor")
            #expect(edited.status == 65)
            #expect(edited.errors.contains("cloudy: Line "))
            #expect(edited.errors.contains(": You already have this page: “Alpha” (\(alpha))."))
            #expect(try home.list("url:b.example").map(\.id) == [id])
            let taken = try home.with(["EDITOR": "true", "VISUAL": nil]).run(
                "edit", "--resume", "--even-if-there")
            #expect(taken.status == 0, "\(taken.errors)")
            #expect(try home.list("url:a.example").count == 2)
            #expect(try home.run("undo").status == 0)
            let meant = try home.run("edit", id, "--url", "https://a.example/", "--even-if-there")
            #expect(meant.status == 0)
            #expect(try home.list("url:a.example").count == 2)
        }
    }

    @Test func editsOfDifferentFieldsOnTwoDevicesBothStay() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha", device: "laptop")
            try home.run("sync", "--device", "phone")
            try home.run("edit", id, "--name", "Better", "--offline", "--device", "laptop")
            let saved = try home.run(
                "edit", id, "--tags", "kept", "--offline", "--device", "phone")
            #expect(saved.status == 0)
            #expect(saved.errors.contains("1 edit waits"))
            for device in ["laptop", "phone", "laptop"] {
                try home.run("sync", "--device", device)
            }
            for device in ["laptop", "phone"] {
                let found = try home.list(device: device)
                #expect(found.map(\.name) == ["Better"])
                #expect(found.map(\.tags) == [["kept"]])
            }
        }
    }
}
