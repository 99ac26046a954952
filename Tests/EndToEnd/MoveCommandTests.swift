import TestSupport
import Testing

/// Moving bookmarks in manual order, by command.
@Suite(.endToEnd)
struct MoveCommandTests {
    /// Adds five pages; returns their ids by name.
    private func pages(_ home: Home) throws -> [String: String] {
        var ids: [String: String] = [:]
        for name in ["E", "D", "C", "B", "A"] {
            ids[name] = try home.add(
                "https://\(name.lowercased()).example/", name: name,
                tags: ["A", "E"].contains(name) ? ["vowel"] : [])
        }
        #expect(try order(home) == "A B C D E")
        return ids
    }

    private func order(_ home: Home) throws -> String {
        let names = try home.run("list", "--sort", "manual", "--format", "{name} ").output
        return String(names.dropLast())
    }

    @Test func moveWorksForEachPlace() throws {
        try withScratchHome { home in
            let ids = try pages(home)
            func move(_ name: String, _ place: String...) throws -> Command.Outcome {
                try home.run(["move", #require(ids[name])] + place)
            }
            let third = try String(#require(ids["C"]).prefix(12))
            let steps: [(String, [String], String)] = [
                ("C", ["--up"], "A C B D E"), ("C", ["--down"], "A B C D E"),
                ("E", ["--top"], "E A B C D"), ("A", ["--bottom"], "E B C D A"),
                ("B", ["--after", "https://d.example"], "E C D B A"),
                ("A", ["--before", third], "E A C D B"),
            ]
            for (name, place, expected) in steps {
                let outcome = try home.run(["move", #require(ids[name])] + place)
                #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.errors)")
                #expect(outcome.errors.isEmpty, "moving one bookmark must print no message")
                #expect(try order(home) == expected)
            }
            let there = try move("E", "--top")
            #expect(there.status == 0 && there.errors == "cloudy: The bookmark is already there.\n")
            let itself = try move("E", "--before", #require(ids["E"]))
            #expect(itself.status == 64 && itself.errors.contains("itself being moved"))
            #expect(try move("E", "--after", "https://nowhere.example/").status == 1)
            #expect(try move("E").status == 64)
            #expect(try order(home) == "E A C D B")
        }
    }

    @Test func manyBookmarksMoveInOneUndoStep() throws {
        try withScratchHome { home in
            let ids = try pages(home)
            let moved = try home.run("move", "--query", "#vowel", "--after", #require(ids["C"]))
            #expect(moved.errors == "cloudy: Moved 2 bookmarks.\n")
            #expect(try order(home) == "B C A E D")
            let undone = try home.run("undo")
            #expect(undone.output.hasPrefix("Undone: Moved 2 bookmarks ("))
            #expect(try order(home) == "A B C D E")
            let two = [try #require(ids["D"]), try #require(ids["B"])]
            let json = try home.run(["move", "--top", "--json"] + two)
            #expect(json.errors.isEmpty && json.output.hasPrefix(#"{"changed":2,"ids":["#))
            #expect(try order(home) == "B D A C E")
            let again = try home.run(["move", "--top", "--json"] + two)
            #expect(again.status == 0 && again.output == "{\"changed\":0,\"ids\":[]}\n")
            let none = try home.run("move", "--query", "nothing", "--top", "--json")
            #expect(none.status == 1 && none.output == again.output)
            #expect(try home.run(["move", "--bottom", "--as-named"] + two).status == 0)
            #expect(try order(home) == "A C E D B")
            #expect(try home.run(["move", "--up", "--as-named"] + two).status == 64)
        }
    }

    @Test func pipedIdsMoveInTheirOrder() throws {
        try withScratchHome { home in
            _ = try pages(home)
            let outcome = try home.shell(
                "\"$0\" list '#vowel' --sort -name | \"$0\" move - --bottom --as-named")
            #expect(outcome.errors == "cloudy: Moved 2 bookmarks.\n")
            #expect(try order(home) == "B C D E A")
            let all = try home.shell(
                "\"$0\" list --sort -name | \"$0\" move - --top --as-named")
            #expect(all.errors == "cloudy: Moved 5 bookmarks.\n")
            #expect(try order(home) == "E D C B A")
        }
    }

    /// An open list shows a move by command at once.
    @Test func openListShowsAMoveAtOnce() throws {
        try withScratchHome { home in
            let ids = try pages(home)
            let list = try home.openList()
            try list.press("s", "p")
            try list.expect("> A")
            try home.run("move", #require(ids["E"]), "--top")
            try list.expect("E must be above A") { screen in
                let lines = screen.split(separator: "\n")
                let place = { (host: String) in lines.firstIndex { $0.contains(host) } ?? 99 }
                return place("e.example") < place("a.example")
            }
        }
    }
}
