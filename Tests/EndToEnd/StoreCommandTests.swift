import ScratchFolder
import TestSupport
import Testing

/// The key-value store for scripts, apart from bookmarks.
@Suite(.endToEnd)
struct StoreCommandTests {
    @discardableResult
    private func store(
        _ home: Home, _ arguments: String..., device: String = "here"
    ) throws -> Command.Outcome {
        try home.run(
            ["store"] + arguments.prefix(1) + ["--identifier", "org.example.s", "--device", device]
                + arguments.dropFirst())
    }

    @Test func valueSetOnOneDeviceIsReadOnAnother() throws {
        try withScratchHome { home in
            for device in ["here", "laptop"] { try home.run("sync", "--device", device) }
            #expect(try store(home, "set", "theme", "dark").status == 0)
            let there = try store(home, "get", "theme", device: "laptop")
            #expect(there.status == 0 && there.output == "dark\n" && there.errors.isEmpty)
            #expect(try store(home, "set", "theme", "light", device: "laptop").status == 0)
            #expect(try store(home, "list").output == "theme\tstring\tlight\n")
            #expect(try store(home, "remove", "theme").status == 0)
            let gone = try store(home, "get", "theme", device: "laptop")
            #expect(gone.status == 1 && gone.output.isEmpty)
            #expect(gone.errors.contains("has no key “theme”"))
        }
    }

    /// A mistyped identifier would otherwise become a store on all devices.
    @Test func readingAnUnknownStoreDoesNotCreateIt() throws {
        try withScratchHome { home in
            #expect(try store(home, "set", "theme", "dark").status == 0)
            for command in [
                ["list"], ["list", "--json"], ["get", "theme"], ["conflicts"], ["remove", "theme"],
                ["settle", "theme"], ["usage"],
            ] {
                let unknown = try home.run(
                    ["store"] + command + ["--identifier", "org.example.x", "--device", "here"])
                #expect(unknown.status == 1 && unknown.output.isEmpty, "\(command)")
                #expect(
                    unknown.errors
                        == "cloudy: This device has no store “org.example.x”. It has: "
                        + "cloudy.bookmarks, org.example.s. To create one, set a key: cloudy store "
                        + "set KEY VALUE --identifier org.example.x\n")
            }
            let files = try home.shell("find \"$CLOUDY_HOME\" -name 'org.example.*'").output
            #expect(files.contains("org.example.s") && !files.contains("org.example.x"), "\(files)")
        }
    }

    @Test(arguments: [
        ("string", "a b", "string", "\"a b\""), ("integer", "9223372036854775807", "integer", nil),
        ("double", "0.5", "double", nil), ("double", "2.0", "double", nil),
        ("bool", "true", "bool", nil), ("data", "AAEC", "data", "\"AAEC\""),
        ("date", "1700000000.25", "date", nil), ("json", "[1,\"b\",true]", "array", nil),
        ("json", "{\"a\":{\"$data\":\"AAEC\"},\"b\":{\"$date\":1.5}}", "dictionary", nil),
        ("json", "[{\"$double\":2.0},{\"$double\":\"inf\"}]", "array", nil),
        ("json", "{\"$$date\":1}", "dictionary", nil),
    ])
    func valueOfEachTypeIsPrintedAsItWasSet(
        _ type: String, _ text: String, _ name: String, _ json: String?
    ) throws {
        try withScratchHome { home in
            let set = try store(home, "set", "k", text, "--type", type)
            #expect(set.status == 0, "\(set.errors)")
            #expect(try store(home, "get", "k").output == text + "\n")
            let value = "{\"key\":\"k\",\"type\":\"\(name)\",\"value\":\(json ?? text)}"
            #expect(try store(home, "get", "k", "--json").output == value + "\n")
        }
    }

    @Test func usagePrintsOneStoreByItsIdentifier() throws {
        try withScratchHome { home in
            #expect(try store(home, "set", "theme", "dark").status == 0)
            let usage = try store(home, "usage")
            #expect(usage.status == 0, "\(usage.errors)")
            #expect(usage.output.hasPrefix("org.example.s\t1\t1024\t"), "\(usage.output)")
            #expect(usage.output.split(separator: "\n").count == 1)
            let own = try home.run("store", "usage", "--identifier", "cloudy.bookmarks", "--json")
            #expect(own.output.contains("\"identifier\":\"cloudy.bookmarks\""))
            let unknown = try home.run("store", "usage", "--identifier", "org.example.x")
            #expect(unknown.status == 1 && unknown.output.isEmpty)
            #expect(unknown.errors.contains("It has: cloudy.bookmarks, org.example.s"))
        }
    }

    /// As for other commands: with headings at a terminal, and with tabs in a pipe.
    @Test func tablesHaveHeadingsInATerminal() throws {
        try withScratchHome { home in
            #expect(try store(home, "set", "theme", "dark").status == 0)
            let terminal = try home.openShell(
                "\"$0\" store; \"$0\" store list --identifier org.example.s")
            try terminal.expect(
                "Identifier        Keys  At most  Bytes  At most  Conflicts",
                "org.example.s     1     1024     ", "Key    Type    Value",
                "theme  string  dark")
        }
    }

    @Test func tooLongKeysAndInvalidValuesAreRefused() throws {
        try withScratchHome { home in
            let long = String(repeating: "é", count: 129)
            for (key, value, word) in [
                (long, "a", "longer than 128 UTF-16 units"), ("", "a", "must not be empty"),
            ] {
                let outcome = try store(home, "set", key, value)
                #expect(outcome.status == 65 && outcome.errors.contains(word), "\(outcome.errors)")
            }
            let deep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
            #expect(try store(home, "set", "k", deep, "--type", "json").status == 65)
            for (type, value) in [("integer", "1.5"), ("bool", "on"), ("json", "[null]")] {
                let outcome = try store(home, "set", "k", value, "--type", type)
                #expect(outcome.status == 64 && outcome.errors.contains("is not a valid \(type)"))
            }
            let name = try home.run("store", "set", "k", "v", "--identifier", "a/b")
            #expect(name.status == 64 && name.errors.contains("store identifier"))
            #expect(try store(home, "remove", "k").status == 1)
        }
    }

    @Test func storeOfBookmarksIsReadOnly() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let bookmarks = ["--identifier", "cloudy.bookmarks"]
            let found = try home.run(["store", "get", "b.\(id)"] + bookmarks)
            #expect(found.output.contains("Alpha"))
            for command in [["set", "b.x", "1"], ["remove", "b.\(id)"]] {
                let refused = try home.run(["store"] + command + bookmarks)
                #expect(refused.status == 77 && refused.errors.contains("cloudy add, edit"))
            }
            #expect(try home.list().count == 1)
        }
    }

    @Test func editOfAStoreWaitsInAirplaneMode() throws {
        try withScratchHome { home in
            for device in ["here", "laptop"] { try home.run("sync", "--device", device) }
            try home.run("airplane", "on")
            let set = try store(home, "set", "theme", "dark")
            #expect(set.status == 0 && set.errors.contains("1 edit waits to be sent"))
            #expect(try store(home, "get", "theme", device: "laptop").status == 1)
            try home.run("airplane", "off")
            #expect(try store(home, "list").output == "theme\tstring\tdark\n")
            #expect(try store(home, "get", "theme", device: "laptop").output == "dark\n")
        }
    }

    /// A mistyped identifier makes no store, and the command does not wait for changes of it.
    @Test func watchNeedsAnExistingStore() throws {
        try withScratchHome { home in
            try home.run("sync", "--device", "here")
            for options in [[], ["--offline"]] {
                let refused = try home.run(
                    ["store", "watch", "--identifier", "org.example.typo"] + options)
                #expect(refused.status == 1 && refused.output.isEmpty, "\(refused)")
                #expect(
                    refused.errors.contains(
                        "To create one, set a key: cloudy store set KEY VALUE --identifier "
                            + "org.example.typo"), "\(refused.errors)")
            }
            #expect(try !home.run("store").output.contains("org.example.typo"))
        }
    }

    @Test func watchPrintsChangesWithTheirReason() throws {
        try withScratchHome { home in
            for device in ["here", "laptop"] { try home.run("sync", "--device", device) }
            try store(home, "set", "first", "1", "--type", "integer", device: "laptop")
            let outcome = try home.shell(
                """
                log="$HOME/log"; on='--identifier org.example.s --device'
                wait_for() {
                    n=0
                    until grep -q "$1" "$log"; do
                        n=$((n + 1)); [ $n -lt 600 ] || exit 9; sleep 0.05
                    done
                }
                "$0" store watch $on here --json > "$log" & watching=$!
                wait_for initialSync
                "$0" store set theme dark $on laptop; wait_for '"dark"'
                "$0" store set own 1 $on here; wait_for '"own"'
                "$0" store remove theme $on laptop; wait_for '"theme","time":[0-9.]*,"type":null'
                "$0" account use other; wait_for accountChange
                kill -TERM $watching; wait $watching; echo "status $?"
                """)
            #expect(outcome.output.hasSuffix("status 143\n"), "\(outcome.errors)")
            let log = String(decoding: home.folder.read("log"), as: UTF8.self)
            let lines = log.split(separator: "\n")
            #expect(lines.first?.contains("\"what\":\"begin\"") == true)
            func has(_ parts: String...) -> Bool {
                lines.contains { line in parts.allSatisfy { line.contains($0) } }
            }
            #expect(has("initialSync", "\"key\":\"first\"", "\"type\":\"integer\"", "\"value\":1"))
            #expect(has("serverChange", "\"device\":\"laptop\"", "\"value\":\"dark\""))
            #expect(has("serverChange", "\"device\":\"here\"", "\"key\":\"own\""))
            #expect(has("serverChange", "\"key\":\"theme\"", "\"value\":null"))
            #expect(has("accountChange", "\"key\":\"first\"", "\"value\":null"))
        }
    }
}
