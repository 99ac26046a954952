import ScratchFolder
import TestSupport
import Testing

/// The commands, as a script uses them.
@Suite(.endToEnd)
struct CommandsTests {
    @Test func addPrintsTheIdForListAndDelete() throws {
        try withScratchHome { home in
            let id = try home.add("https://www.swift.org/", name: "Swift", tags: ["lang", "apple"])
            try home.add("https://b.example/", name: "Other")
            let found = try home.list("SWIFT".lowercased())
            #expect(found.map(\.id) == [id])
            #expect(found.first?.name == "Swift")
            #expect(found.first?.url == "https://www.swift.org/")
            #expect(found.first?.tags == ["lang", "apple"])
            #expect(try home.run("delete", String(id.prefix(6))).status == 0)
            #expect(try home.list().map(\.name) == ["Other"])
        }
    }

    @Test func addOfADuplicatePrintsTheExistingId() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let again = try home.run("add", "https://a.example/", "--json")
            #expect(again.status == 65 && again.errors.contains("--even-if-there"))
            #expect(again.output == "{\"alreadyThere\":\"\(id)\"}\n")
        }
    }

    @Test func listSearchesEveryWordInNameURLAndTags() throws {
        try withScratchHome { home in
            try home.add("https://one.example/", name: "First", tags: ["red"])
            try home.add("https://two.example/", name: "Second", tags: ["red"])
            #expect(try home.list("red").count == 2)
            #expect(try home.list("red", "two").map(\.name) == ["Second"])
            #expect(try home.list("FIRST").isEmpty, "a search in capitals must respect case")
            let text = try home.run("list", "first").output
            #expect(text.contains("First") && text.contains("https://one.example/"))
        }
    }

    /// A command is parsed alone where possible; the result must be the same.
    @Test func optionsMayComeBeforeTheCommand() throws {
        try withScratchHome { home in
            let device = ["--device", "laptop"]
            let url = "https://a.example/"
            #expect(try home.run(device + ["add", url]).status == 0)
            #expect(try home.run(["list"] + device).output.contains(url))
            #expect(try home.run(device + ["delete", "--query", "nothing"]).status == 1)
            let help = try home.run("list", "--help")
            #expect(help.status == 0 && help.output.contains("USAGE: cloudy list "))
            let wrong = try home.run("list", "--nonsense")
            #expect(wrong.status == 64 && wrong.errors.contains("Usage: cloudy list "))
            #expect(try home.run("lis").status == 64)
            #expect(try home.run("--version").output == "0.1.0\n")
        }
    }

    /// Other programs rely on these keys, with text of any kind.
    @Test func listPrintsAllFieldsAsJSON() throws {
        try withScratchHome { home in
            let name = "\"quoted\" \\ tab\t bell\u{7} Жук 👩‍💻 </script>"
            let notes = "one\ntwo\r\n\u{1b}[2J"
            _ = try home.run(
                "add", "https://a.example/", "--name", name, "--notes", notes, "--tag", "a,b",
                "--device", "laptop")
            let found = try home.list(device: "laptop")
            #expect(found.first?.name == name)
            #expect(found.first?.notes == notes)
            #expect(found.first?.tags == ["a", "b"])
            #expect(found.first?.device == "laptop")
            #expect(found.first?.conflicts == [])
            let script = """
                import json, sys
                for mark in json.load(sys.stdin): print(",".join(sorted(mark)))
                print(time.time() - mark["added"] < 600, mark["modified"] >= mark["added"])
                """
            let keys = try home.shell(
                "\"$0\" list --json --device laptop | python3 -c 'import time\n\(script)'")
            #expect(
                keys.output
                    == "added,archived,conflicts,description,device,folder,id,link,"
                    + "modified,name,notes,opened,opens,tags,unread,url\nTrue True\n",
                "\(keys.errors)")
        }
    }

    /// Otherwise a mistyped path would look like an empty library.
    @Test(arguments: ["--home", "CLOUDY_HOME"])
    func listReportsThatItCreatedAHome(_ way: String) throws {
        try withScratchHome { home in
            let path = home.folder.path("mistyped/deep")
            func list() throws -> Command.Outcome {
                try way == "--home"
                    ? home.run("list", "--home", path)
                    : home.with(["CLOUDY_HOME": path]).run("list")
            }
            let first = try list()
            #expect(first.status == 0 && first.output.isEmpty)
            let said = "cloudy: No home was found at \(path), so cloudy created an empty one."
            #expect(first.errors.hasPrefix(said))
            #expect(try !list().errors.contains("No home was found"))
            // A command that adds means to create a home, and the usual home can't be mistyped.
            let other = home.folder.path("other")
            #expect(
                try home.run("add", "https://a.example/", "--home", other).errors.isEmpty)
            let usual = home.with(["CLOUDY_HOME": nil, "XDG_DATA_HOME": home.folder.path("data")])
            #expect(try !usual.run("list").errors.contains("No home was found"))
        }
    }

    @Test func wrongQueryIsShownWithThePlaceOfItsMistake() throws {
        try withScratchHome { home in
            try home.run("sync")
            let outcome = try home.run("list", "地図 is:new")
            #expect(outcome.status == 64 && outcome.output.isEmpty)
            #expect(
                outcome.errors == """
                    cloudy: is: takes unread, archived, unopened, conflict, duplicate, broken, \
                    saved, remote, unsent or deleted.
                      地図 is:new
                              ^

                    """)
        }
    }

    @Test func listAnswersQueries() throws {
        try withScratchHome { home in
            try home.add("https://one.example/", name: "Nothing first", tags: ["red"])
            try home.add("https://two.example/", name: "First of all")
            _ = try home.run(
                "add", "https://three.example/", "--name", "Ärger", "--notes", "see the first")
            #expect(try home.list("note:first").map(\.name) == ["Ärger"])
            #expect(try home.list("first or arger").count == 3)
            #expect(try home.list("--", "-first").map(\.name) == ["Ärger"])
            #expect(try home.list("after:1h", "/^n/").map(\.name) == ["Nothing first"])
            #expect(try home.list("before:1h").isEmpty)
            #expect(try home.list("first").map(\.name) == ["First of all", "Nothing first"])
            try home.add("https://four.example/", name: "The first")
            #expect(try home.list("first").first?.name == "The first")
            #expect(try home.list("first", "--sort", "relevance").first?.name == "First of all")
        }
    }

    @Test func searchWithoutResultsExitsWith1() throws {
        try withScratchHome { home in
            #expect(try home.run("list").status == 0)
            #expect(try home.run("list", "nothing").status == 1)
            let json = try home.run("list", "nothing", "--json")
            #expect(json.output == "[]\n")
            #expect(json.status == 1)
        }
    }

    @Test func optionOrEnvironmentChoosesTheHome() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let elsewhere = home.folder.path("elsewhere")
            #expect(try home.run("list", "--home", elsewhere).output.isEmpty)
            let unset = home.with(["CLOUDY_HOME": nil])
            #expect(try unset.run("list", "--home", home.path).output.contains("Alpha"))
            #expect(
                try unset.run("status").output.contains(home.folder.path(".local/share/cloudy")))
            let folders = try home.shell("find '\(home.path)' -type d -perm /077").output
            let files = try home.shell("find '\(home.path)' -type f -perm /077").output
            #expect(folders + files == "", "only the owner must be able to read the home")
        }
    }

    @Test func statusPrintsDeviceAndCounts() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", device: "laptop")
            let status = try home.status(device: "laptop")
            #expect(status.device == "laptop")
            #expect(status.bookmarks == 1)
            #expect(status.unsent == 0)
            let text = try home.run("status", "--device", "laptop").output
            #expect(text.contains("laptop") && text.contains("(up to date)"))
        }
    }

    @Test func propertyListIsWrittenBeforeACommandEnds() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha & <Söhne> 漢字")
            #expect(try home.mirrored() == ["Alpha & <Söhne> 漢字 https://a.example/"])
            let id = try home.add("https://b.example/", name: "Beta")
            #expect(try home.mirrored().count == 2)
            try home.run("delete", id)
            #expect(try home.mirrored().count == 1)
        }
    }

    /// A command that must send, but can't, fails.
    @Test func syncWithAFullCloudFails() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            #expect(try home.run("add", "https://b.example/", "--offline").status == 0)
            let sync = try home.run("sync", "--simulate", "quota=1")
            #expect(sync.status == 69)
            #expect(sync.errors.contains("no more space for this account: 1 edit is saved"))
            #expect(try home.run("status").output.contains("no more space for this account"))
            #expect(try home.run("sync").status == 0)
            #expect(try home.run("status").output.contains("(online)"))
        }
    }

    @Test func syncWithTheOfflineOptionIsRefused() throws {
        try withScratchHome { home in
            let sync = try home.run("sync", "--offline")
            #expect(sync.status == 64)
            #expect(sync.errors.contains("leave out --offline"))
        }
    }

    @Test func wrongUsageExitsWith64() throws {
        try withScratchHome { home in
            for arguments in [["add"], ["no-such-command"], ["list", "--no-such-option"]] {
                let outcome = try home.run(arguments)
                #expect(outcome.status == 64)
                #expect(outcome.output.isEmpty)
                #expect(!outcome.errors.isEmpty)
            }
        }
    }

    @Test(arguments: [
        [], ["add"], ["list"], ["edit"], ["delete"], ["open"], ["trash"], ["restore"],
        ["sync"], ["status"], ["verify"],
    ])
    func commandsHaveHelpWithTheCommonOptions(_ command: [String]) throws {
        try withScratchHome { home in
            let outcome = try home.run(command + ["--help"])
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("USAGE"))
            for option in ["--home", "--device", "--offline"] {
                #expect(outcome.output.contains(option))
            }
        }
    }

    @Test(arguments: [
        (["lst"], "Did you mean: cloudy list"),
        (["frobnicate"], "There is no command frobnicate. To see all commands: cloudy --help"),
        (["settings", "gte"], "Did you mean: cloudy settings get"),
        (["list", "-foo"], "begins with a minus: cloudy list -- -foo"),
        (["list", "-x"], "begins with a minus: cloudy list -- -x"),
        (["add", "https://a.example/", "--name", "-k"], "equals sign before it: --name=-k"),
        (["rm", "7k3q"], "Did you mean: cloudy delete"), (["ls"], "Did you mean: cloudy list"),
        (["rm", "--force", "7k3q"], "Did you mean: cloudy delete"),
        (["search", "swift"], "Did you mean: cloudy list"),
        (["find", "--all"], "Did you mean: cloudy list"),
        (["new", "https://a.example/"], "Did you mean: cloudy add"),
        (["del", "7k3q"], "Did you mean: cloudy delete"),
        (["remove", "7k3q"], "Did you mean: cloudy delete"),
        (["tags", "rm", "x"], "Did you mean: cloudy tags delete"),
        (["folders", "remove", "x"], "Did you mean: cloudy folders delete"),
        (["searches", "rm", "x"], "Did you mean: cloudy searches delete"),
        (["account", "delete", "x"], "Did you mean: cloudy account remove"),
    ])
    func mistypedCommandsGetASuggestion(_ arguments: [String], _ hint: String) throws {
        try withScratchHome { home in
            let outcome = try home.run(arguments)
            #expect(outcome.status == 64)
            let parts = outcome.errors.split(separator: "\nUsage: ")
            #expect(parts.count == 2 && parts[0].hasSuffix(hint), "\(outcome.errors)")
        }
    }

    @Test(arguments: [["list", "--mouse"], ["--filter", "x", "tags", "rename", "a", "b"]])
    func commandsRefuseOptionsOfTheList(_ arguments: [String]) throws {
        try withScratchHome { home in
            let outcome = try home.run(arguments)
            #expect(outcome.status == 64 && outcome.output.isEmpty)
            #expect(outcome.errors.contains("is an option of the list (cloudy without"))
        }
    }

    @Test func helpForAnUnknownCommandIsRefused() throws {
        try withScratchHome { home in
            let outcome = try home.run("help", "settings", "gte")
            #expect(outcome.status == 64 && outcome.output.isEmpty)
            #expect(
                outcome.errors == "cloudy: There is no command “cloudy settings gte”. "
                    + "Did you mean: cloudy settings get\n")
            let named = try home.run("help", "rm")
            #expect(named.errors.hasSuffix("Did you mean: cloudy delete\n"), "\(named.errors)")
        }
    }

    @Test func showPrintsAllFieldsOfABookmark() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha", tags: ["x", "y"])
            try home.run("edit", id, "--notes", "One\n\nTwo", "--folder", "work/apps")
            let shown = try home.run("show", String(id.prefix(6)))
            #expect(shown.status == 0)
            let lines = shown.output.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(
                lines[..<4] == [
                    "Name      Alpha", "URL       https://a.example/", "Tags      #x #y",
                    "Folder    work/apps",
                ])
            #expect(lines[4].hasPrefix("Added     20") && lines[5].hasSuffix(" on here"))
            #expect(lines[6...] == ["Id        \(id)", "Notes     One", "", "          Two", ""])
            let (none, json) = (#""documents":[],"#, try home.run("show", id, "--json").output)
            #expect(try home.run("list", "--json").output == json.replacing(none, with: ""))
            let taken = try home.run("list", id)
            #expect(taken.status == 1 && taken.errors.contains("cloudy show \(id)"))
        }
    }

    @Test func mistakeInALongQueryIsShownWithItsSurroundings() throws {
        try withScratchHome { home in
            let words = String(repeating: "地図 word ", count: 60)
            let outcome = try home.run("list", words + "is:new " + words)
            let lines = outcome.errors.split(separator: "\n").map(String.init)
            try #require(lines.count == 3)
            #expect(lines[1].contains("…") && lines[1].hasSuffix("…"))
            // A Chinese character takes two columns.
            let width = lines[1].unicodeScalars.reduce(0) { $0 + ($1.value > 0x2FFF ? 2 : 1) }
            #expect(width <= 80)
            var column = 0
            let before = lines[1].prefix { character in
                defer { column += character > "\u{2FFF}" ? 2 : 1 }
                return column < lines[2].count - 1
            }
            #expect(lines[1].dropFirst(before.count).hasPrefix("new "))
        }
    }

    @Test func targetURLsMayLeaveOutTheScheme() throws {
        try withScratchHome { home in
            try home.run("add", "localhost:3000/x")
            #expect(try home.list().map(\.url) == ["http://localhost:3000/x"])
            let shown = try home.run("show", "localhost:3000/x")
            #expect(shown.status == 0 && shown.output.contains("http://localhost:3000/x"))
        }
    }

    /// Deleted bookmarks have a history, too.
    @Test func historyAcceptsAnyTarget() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("edit", "https://a.example/", "--name", "Beta")
            for target in [id, String(id.prefix(12)), "https://A.example", "a.example"] {
                let outcome = try home.run("history", target)
                #expect(outcome.status == 0 && outcome.output.contains("“Alpha” → “Beta”"))
                let last = outcome.output.split(separator: "\n").last ?? ""
                #expect(last.hasPrefix("-  20") && last.hasSuffix(" on here: added"))
                #expect(outcome.errors == "", "\(outcome.errors)")
            }
            try home.run("delete", id)
            for target in [id, String(id.prefix(12)), "https://a.example/"] {
                let outcome = try home.run("history", target)
                #expect(outcome.status == 0 && outcome.output.contains(": deleted"))
            }
            for target in ["https://nowhere.example/", "zzzz"] {
                let outcome = try home.run("history", target)
                #expect(outcome.status == 1 && outcome.errors.hasPrefix("cloudy: No bookmark"))
            }
        }
    }

    @Test func hostWithoutASchemeBecomesAURL() throws {
        try withScratchHome { home in
            let added = try home.run("add", "a.example/x y")
            #expect(added.status == 0)
            #expect(added.errors == "cloudy: Reading the URL as https://a.example/x%20y\n")
            let id = added.output.split(separator: "\n").first.map(String.init) ?? ""
            #expect(try home.run("edit", id, "--url", "localhost:80").status == 0)
            #expect(try home.list().map(\.url) == ["http://localhost:80"])
        }
    }

    @Test func unknownWordGetsNoSuggestion() throws {
        try withScratchHome { home in
            let outcome = try home.run("frobnicate")
            #expect(outcome.status == 64 && !outcome.errors.contains("Did you mean"))
        }
    }

    @Test func concurrentCommandsLoseNoBookmarks() throws {
        try withScratchHome { home in
            let line = """
                for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
                  "$0" add https://a.example/$i --device $((i % 2)) &
                done; wait
                """
            _ = try home.shell(line)
            for device in ["0", "1"] {
                #expect(try home.run("sync", "--device", device).status == 0)
                #expect(try home.list(device: device).count == 12)
            }
            #expect(try home.run("sync", "--device", "0").status == 0)
            #expect(try home.list(device: "0").count == 12)
        }
    }
}
