import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The output of `cloudy account --json`.
private struct ListedAccount: Decodable, Hashable {
    var account: String
    var isUsed: Bool
    var unsent: Int?
}

/// A device switches between accounts, by command and while a list is open.
@Suite(.endToEnd)
struct AccountTests {
    private func accounts(_ home: Home) throws -> [ListedAccount] {
        let outcome = try home.run("account", "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try JSONDecoder().decode([ListedAccount].self, from: Data(outcome.output.utf8))
    }

    private func use(_ name: String, _ home: Home) throws {
        let outcome = try home.run("account", "use", name)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test func unusedAccountsStayHidden() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            #expect(try home.run("account").output == "* default\n")
            #expect(try !home.run("status").output.contains("account"))
            #expect(access(home.deviceFolder() + "/account", F_OK) != 0)
            try home.openList().expect("local · here\n")
        }
    }

    @Test func eachAccountHasItsOwnBookmarks() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let made = try home.run("account", "use", "office")
            #expect(made.output == "This device now uses the account “office”: no bookmarks.\n")
            #expect(made.errors.contains("There was no account “office” here yet. Created"))
            try home.add("https://b.example/", name: "Beta")
            #expect(try home.list().map(\.name) == ["Beta"])
            #expect(try home.run("account").output == "  default\n* office\n")
            #expect(try home.run("status").output.contains("\naccount    office\n"))
            #expect(try home.verify().verdict == "same")
            #expect(try home.run("verify").output.contains("\naccount   office\n"))
            let back = try home.run("account", "use", "default")
            #expect(back.errors == "" && back.output.contains("“default”: 1 bookmark."))
            #expect(try home.list().map(\.name) == ["Alpha"])
            #expect(try home.verify().replica?.bookmarks == 1)
            // Another device of the home finds the account, and its bookmarks.
            #expect(try home.run("account", "use", "office", "--device", "phone").errors == "")
            #expect(try home.list(device: "phone").map(\.name) == ["Beta"])
        }
    }

    /// `cloud use -` means the previous server, but accounts have no such shorthand.
    @Test func dashIsRefusedAsAnAccountName() throws {
        try withScratchHome { home in
            try use("office", home)
            for words in [["use", "-"], ["use", "-", "--new"], ["rename", "office", "-"]] {
                let refused = try home.run(["account"] + words)
                #expect(refused.status == 64, "\(refused)")
                #expect(refused.errors.contains("To see the accounts: cloudy account"))
            }
            #expect(try accounts(home).map(\.account) == ["default", "office"])
        }
    }

    @Test func editsWaitInTheirAccount() throws {
        try withScratchHome { home in
            try home.run("add", "https://secret.example/", "--offline")
            let left = try home.run("account", "use", "--json", "office")
            #expect(left.errors.contains("1 edit waits in the account “default”"))
            #expect(
                left.output
                    == "{\"account\":\"office\",\"bookmarks\":0,\"isNew\":true,"
                    + "\"previous\":\"default\",\"previousUnsent\":1}\n")
            try home.add("https://plan.example/", name: "Plan")
            #expect(
                try accounts(home) == [
                    ListedAccount(account: "default", isUsed: false, unsent: 1),
                    ListedAccount(account: "office", isUsed: true, unsent: 0),
                ])
            let grep = "grep -rl secret.example \"$CLOUDY_HOME/clouds\""
            #expect(try home.shell(grep).output == "")
            try use("default", home)
            #expect(try accounts(home).map(\.unsent) == [0, 0])
            let found = try home.shell(grep).output.split(separator: "\n")
            #expect(!found.isEmpty && found.allSatisfy { !$0.contains("/accounts/") })
        }
    }

    @Test func similarAccountNameIsTakenForATypingMistake() throws {
        try withScratchHome { home in
            try use("office", home)
            for name in ["ofice", "offcie", "Office", "defualt"] {
                let outcome = try home.run("account", "use", name)
                #expect(outcome.status == 64 && outcome.output.isEmpty)
                #expect(
                    outcome.errors.contains(
                        "“\(name)” here. This home has default and office."))
                #expect(outcome.errors.contains("cloudy account use --new \(name)"))
            }
            #expect(try home.run("account").output == "  default\n* office\n")
            try use("office2", home)
            #expect(try home.run("account", "use", "--new", "ofice").status == 0)
            try use("ofice", home)
        }
    }

    @Test(arguments: ["../x", ".x", "", "a/b"])
    func invalidAccountNamesAreRefused(_ name: String) throws {
        try withScratchHome { home in
            let outcome = try home.run("account", "use", name)
            #expect(outcome.status == 64 && outcome.errors.contains("cloudy account use NAME"))
            #expect(access(home.path, F_OK) != 0)
        }
    }

    @Test func damagedNoteOfTheAccountIsReportedAndReplaced() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.shell("printf 'a/b\\n' > '\(home.deviceFolder())/account'")
            for command in ["list", "status", "account", "verify"] {
                let outcome = try home.run(command)
                #expect(outcome.status == 65 && outcome.errors.contains("cloudy account use NAME"))
            }
            #expect(try home.run("add", "https://b.example/").status == 65)
            try use("default", home)
            #expect(try home.list().map(\.name) == ["Alpha"])
        }
    }

    @Test func openListFollowsAChangeOfAccount() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let one = try home.openList()
            let two = try home.openList()
            try one.expect("Alpha", "local · here\n")
            try two.expect("Alpha")
            try use("office", home)
            try one.expect(
                "This device now uses the account “office”; these are its bookmarks",
                "No bookmarks yet", "local · here · office")
            try two.expect("No bookmarks yet", "here · office")
            try one.add("https://b.example/", name: "Beta")
            try two.expect("Beta")
            #expect(try home.list().map(\.name) == ["Beta"])
            try one.press("u")
            try one.expect("The list is empty")
            // Edits in the other account don't concern this one's undo.
            try use("default", home)
            try one.expect("Alpha", "local · here\n")
            try one.press("u")
            try one.expect("Added “Alpha”", "The list is empty")
            try one.press("C-r")
            try one.expect("> Alpha")
            try two.expect("Alpha")
            try one.press("q")
            #expect(try one.exitStatus() == 0)
        }
    }

    @Test func sortOrderBelongsToTheAccount() throws {
        try withScratchHome { home in
            for name in ["Alpha", "Beta"] { try home.add("https://\(name).example/", name: name) }
            let list = try home.openList()
            try list.expect("> Beta")
            try list.press("s", "n")
            try list.expect("Name ▲")
            try use("office", home)
            try list.expect("here · office")
            for name in ["Alpha", "Beta"] { try home.add("https://\(name).example/", name: name) }
            try list.expect("Added ▼", "Beta")
            try use("default", home)
            try list.expect("Name ▲")
        }
    }

    /// Typed text belongs to the account in which the form was opened.
    @Test func openFormStaysInItsAccount() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try list.press("a")
            try list.expect("Notes")
            try list.type("https://typed.example/")
            // An empty form would close.
            try list.expect("https://typed.example/")
            try use("office", home)
            try list.expect(
                "This form stays in the account “default”", "https://typed.example/",
                "local · here\n")
            try list.press("Enter")
            try list.type("Typed")
            try list.press("C-o")
            try list.expect("these are its bookmarks", "No bookmarks yet", "here · office")
            #expect(try home.list().isEmpty)
            try list.press("M")
            try list.expect("Added “Typed”")
            try list.press("Escape")
            try use("default", home)
            try list.expect("> Typed")
            #expect(try home.list().map(\.name) == ["Typed"])
        }
    }

    @Test func unsavedFormReturnsInItsAccount() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try list.press("a")
            try list.expect("Notes")
            try list.type("https://typed.example/")
            try list.expect("https://typed.example/")
            try use("office", home)
            try list.expect("This form stays")
            try list.signal(SIGTERM)
            #expect(try list.exitStatus() == 128 + SIGTERM)
            let next = try home.openList()
            try next.expect("No bookmarks yet", "here · office")
            try use("default", home)
            try next.expect("https://typed.example/", "Add a bookmark")
        }
    }

    @Test func listStaysInItsAccountIfTheOtherCannotBeRead() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try use("office", home)
            try use("default", home)
            let list = try home.openList()
            try list.expect("Alpha")
            let work = home.deviceFolder() + "/accounts/office"
            try home.shell("rm '\(work)'/replica.sqlite*; echo x > '\(work)/replica.sqlite'")
            #expect(try home.run("account", "use", "office").status == 65)
            let listed = try home.run("account").output
            #expect(listed.contains("office  (cannot be read; cloudy verify)"))
            try home.shell(
                "cd '\(home.deviceFolder())' && umask 077 && echo office > new && mv new account"
            )
            try list.expect("The list stays in the account “default”", "Alpha")
            try use("default", home)
            try list.add("https://b.example/", name: "Beta")
            #expect(try home.list().map(\.name) == ["Beta", "Alpha"])
        }
    }

    /// The kill may come at any moment of the switch.
    @Test func killedSwitchLeavesEachAccountIntact() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let script = """
                for round in 1 2 3 4 5 6 7 8 9 10 11 12; do
                    for name in office default; do
                        "$0" account use $name > /dev/null 2>&1 & child=$!
                        sleep 0.00$((round * 3 % 10))$round; kill -9 $child; wait $child
                        "$0" add "https://$round.example/$name" --name "$("$0" account |
                            sed -n 's/^[*] //p')" > /dev/null || exit 1
                    done
                done 2> /dev/null
                """
            #expect(try home.shell(script).status == 0)
            var total = 0
            for name in ["default", "office"] {
                try use(name, home)
                let names = try home.list().map(\.name)
                #expect(Set(names).isSubset(of: [name, "Alpha"]), "\(names)")
                total += names.count
                #expect(try home.verify().verdict == "same")
            }
            #expect(total == 25)
        }
    }

    @Test func accountIsRemovedOnlyAfterConfirmation() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try use("wrok", home)
            try home.run("add", "https://typed.example/", "--offline")
            let used = try home.run("account", "remove", "wrok", "--yes")
            #expect(used.status == 64)
            #expect(used.errors.contains("cloudy account use default --device 'here'"))
            try use("default", home)
            let asked = try home.run("account", "remove", "wrok")
            #expect(asked.status == 64 && asked.output == "")
            #expect(asked.errors.contains("  on here: 1 bookmark, 1 unsent edit"))
            #expect(asked.errors.contains("cloudy account remove wrok --yes"))
            #expect(try home.run("account").output.contains("wrok"))
            let removed = try home.run("account", "remove", "wrok", "--yes")
            #expect(removed.output == "Deleted the account “wrok”: 1 bookmark.\n")
            #expect(try home.run("account").output == "* default\n")
            #expect(try home.shell("grep -rl typed.example \"$CLOUDY_HOME\"").output == "")
            #expect(try home.run("account", "remove", "wrok", "--yes").status == 1)
            #expect(try home.run("account", "remove", "default", "--yes").status == 64)
            #expect(try home.list().map(\.name) == ["Alpha"])
        }
    }

    @Test func removeAsksForConfirmationInATerminal() throws {
        try withScratchHome { home in
            try use("wrok", home)
            try use("default", home)
            let terminal = try home.open(
                ["-c", "\"$0\" account remove wrok; echo \"status $?\"; read line"]
                    + [Places.program], columns: 100, program: "sh")
            try terminal.expect("Delete it? [y/N]")
            try terminal.press("Enter")
            try terminal.expect("Nothing was deleted.", "status 1")
            #expect(try home.run("account").output == "* default\n  wrok\n")
        }
    }

    @Test func accountInAnOpenListCannotBeRemovedOrRenamed() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try list.expect("No bookmarks yet")
            try use("office", home)
            try list.expect("here · office")
            try list.press("a")
            try list.expect("Notes")
            try use("default", home)
            try list.expect("This form stays")
            for command in [["remove", "office", "--yes"], ["rename", "office", "work"]] {
                let outcome = try home.run(["account"] + command)
                #expect(outcome.status == 64 && outcome.errors.contains("has it open"))
            }
            try list.press("Escape")
            try list.expect("these are its bookmarks")
            try home.run("account", "rename", "office", "work")
            #expect(try home.run("account").output == "* default\n  work\n")
        }
    }
}
