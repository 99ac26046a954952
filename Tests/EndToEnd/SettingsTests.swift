import Glibc
import ScratchFolder
import TestSupport
import Testing

/// Settings of a device, by command and by editing the file; an open list follows them.
@Suite(.endToEnd)
struct SettingsTests {
    @Test func settingsAreSetPrintedAndUnset() throws {
        try withScratchHome { home in
            #expect(try home.run("settings", "get", "mouse").output == "off\n")
            #expect(try home.run("settings", "set", "browser", "firefox -P x", "%s").status == 0)
            #expect(try home.run("settings", "get", "browser").output == "firefox -P x %s\n")
            let file = "\(home.path)/settings"
            #expect(try Command("cat", [file]).run().output == "browser = firefox -P x %s\n")
            #expect(try home.run("settings").output.contains("\nbrowser = firefox -P x %s\n"))
            let all = try home.run("settings").output
            #expect(all.contains("\n# Values: on or off.\nmouse = off\n"))
            #expect(all.contains("tokyo-night-day.\ntheme = default\n"))
            #expect(try home.run("settings", "unset", "browser").status == 0)
            #expect(try home.run("settings", "unset", "browser").status == 1)
            #expect(try home.run("settings", "get", "browser").output == "\n")
            let wrong = try home.run("settings", "set", "mouse", "maybe")
            #expect(wrong.status == 64)
            #expect(wrong.errors.contains("use on or off"))
            let theme = try home.run("settings", "set", "theme", "nrod")
            #expect(theme.errors.hasSuffix("did you mean nord?\n"), "\(theme.errors)")
            #expect(try home.run("settings", "get", "moose").errors.contains("did you mean mouse?"))
            #expect(try home.run("settings", "set", "key.delete", "a").errors.contains("add"))
        }
    }

    /// The page shows settings that another terminal sets, and undo takes back the page's own
    /// changes.
    @Test func settingsPageFollowsTheFileAndUndoesItsChanges() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try list.press(",")
            try list.expect("> mouse")
            func expect(_ value: String) throws {
                try list.expect("mouse must be \(value)") { screen in
                    screen.split(separator: "\n").contains {
                        $0.split(separator: " ").prefix(3) == [">", "mouse", value[...]]
                    }
                }
            }
            try expect("off")
            try home.run("settings", "set", "mouse", "on")
            try expect("on")
            try list.press("d")
            try list.expect("mouse has its default again, off. Before: on; u to undo")
            try list.press("u")
            try list.expect("Undone: mouse = on")
            try expect("on")
            #expect(try home.run("settings", "get", "mouse").output == "on\n")
        }
    }

    @Test func wrongLineIsReportedWithItsNumber() throws {
        try withScratchHome { home in
            try home.shell(
                "mkdir -p '\(home.path)'; printf '\\nmouse = 1\\n' > '\(home.path)/settings'")
            let told = "\(home.path)/settings:2: mouse cannot be “1”"
            #expect(try home.run("settings").errors.contains(told))
            #expect(try home.run("settings").status == 0)
            let list = try home.openList()
            try list.expect("mouse cannot be “1”")
        }
    }

    @Test func invalidByteCostsOnlyItsLine() throws {
        try withScratchHome { home in
            let file = "\(home.path)/settings"
            try home.shell(
                "mkdir -p '\(home.path)'; "
                    + "printf 'mouse = on\\n# gr\\374n\\ntheme = light\\n' > '\(file)'")
            let got = try home.run("settings", "get", "theme")
            #expect(got.output == "light\n" && got.errors.contains("\(file):2: "))
            #expect(try home.run("settings", "set", "theme", "none").status == 0)
            try home.shell("printf 'mouse = on\\n# gr\\374n\\ntheme = none\\n' | cmp - '\(file)'")
        }
    }

    @Test func settingsFileOpenInAnotherProgramIsNotReplaced() throws {
        try withScratchHome { home in
            try home.run("settings", "set", "mouse", "on")
            let path = "\(home.path)/settings"
            let file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
            let refused = try home.run("settings", "set", "theme", "light")
            #expect(refused.status == 78 && refused.errors.contains("has it open to write"))
            let text = Array("mouse = off\n".utf8)
            _ = write(file, text, text.count)
            close(file)
            #expect(try home.run("settings", "set", "theme", "light").status == 0)
            #expect(try home.shell("cat '\(path)'").output == "mouse = off\ntheme = light\n")
        }
    }

    @Test func openListFollowsTheSettingsFile() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let list = try home.openList()
            try list.expect("a add")
            try home.run("settings", "set", "key.add", "Ins")
            try list.expect("Ins add")
            try home.shell("rm '\(home.path)/settings'")
            try list.expect("a add")
            try home.run("settings", "set", "mouse", "on")
            try list.expect("the mouse must be used") { _ in
                try list.modesLeftOn.contains("mouse")
            }
            try home.run("settings", "set", "mouse", "off")
            try list.expect("the mouse must not be used") { _ in
                try !list.modesLeftOn.contains("mouse")
            }
        }
    }

    /// The page writes the setting and keeps the rest of the file, and the list follows at once.
    @Test func settingsPageWritesTheFile() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let file = "\(home.path)/settings"
            try home.shell("printf '# mine\nmouse = off\n\n# end\n' > '\(file)'")
            let list = try home.openList()
            try list.expect("> Alpha")
            try list.press(",")
            try list.expect("Settings", "> mouse")
            try list.press("Enter", "k", "Enter")
            try list.expect("Saved mouse = on")
            try list.expect("the mouse must be used") { _ in
                try list.modesLeftOn.contains("mouse")
            }
            let text = "# mine\nmouse = on\n\n# end\n"
            #expect(try home.shell("cat '\(file)'").output == text)
            try list.press("/")
            try list.type("icons")
            try list.press("Enter", "Enter", "j", "Enter")
            try list.expect("Saved icons = nerd")
            #expect(try home.shell("cat '\(file)'").output == text + "icons = nerd\n")
            try list.press("q")
            try list.expect("\u{F0AC} Alpha")
        }
    }

    @Test func settingsPageReportsAnUnreadableFile() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.shell("mkdir -p '\(home.path)/settings'")
            let list = try home.openList()
            try list.expect("> Alpha")
            try list.press(",")
            try list.expect("! \(home.path)/settings cannot be read")
            try list.press("Enter", "k", "Enter")
            try list.expect("Settings  [General]", "so the defaults apply: Is a directory")
            try home.shell("rmdir '\(home.path)/settings'")
            try list.press("Enter", "k", "Enter")
            try list.expect("Saved mouse = on")
        }
    }

    @Test func editedSettingsFileIsChecked() throws {
        try withScratchHome { home in
            let edited = try home.editing("echo mouse = up >> \"$1\"").run("settings", "--edit")
            #expect(edited.status == 78)
            #expect(edited.errors.contains("mouse cannot be “up”"))
            let missing = try home.with(["EDITOR": "/no/such"]).run("settings", "--edit")
            #expect(missing.errors.contains("Cannot run the editor “/no/such”"))
        }
    }

    @Test func settingsFileIsInTheConfigFolderByDefault() throws {
        try withScratchHome { home in
            let home = home.with(["CLOUDY_HOME": nil, "XDG_DATA_HOME": home.path])
            try home.run("settings", "set", "mouse", "on")
            let file = "\(home.folder.path)/.config/cloudy/settings"
            #expect(try Command("cat", [file]).run().output == "mouse = on\n")
        }
    }

    @Test func longListGoesThroughThePager() throws {
        try withScratchHome { home in
            try home.fill(60)
            let shell = try home.with(["PAGER": "sed s/Page/PAGED/"]).openShell(
                "\"$0\" list", columns: 80)
            try shell.expect("PAGED 100")
            let short = try home.with(["PAGER": "sed s/Page/PAGED/"]).openShell(
                "\"$0\" list name:159", columns: 80)
            try short.expect("Page 159")
        }
    }
}
