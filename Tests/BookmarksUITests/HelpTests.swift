import Bookmarks
import BookmarksUI
import TestSupport
import Testing

@Suite(.ownThread) struct HelpTests {
    /// A text that goes on below the screen says so, until its end.
    @Test func helpSaysWhenItContinuesBelowTheScreen() {
        var person = Person(["A"])
        person.press("?")
        #expect(person.lines.last?.contains("Space more") == true)
        person.press("G")
        #expect(person.lines.last?.contains("more") == false)
        person.press("b")
        #expect(person.lines.last?.contains("Space more") == true)
        person.press("q", "S")
        #expect(person.lines.last?.contains("more") == false)
        person.resize(40, 8)
        #expect(person.lines.last?.contains("Space more") == true)
    }

    /// Each action is in its group once, with its keys, and with the name of its setting at the
    /// end.
    @Test func helpListsEveryActionOnceInItsGroup() {
        var person = Person(["A"], columns: 120, rows: 400)
        person.press("?")
        var group = ""
        var seen: [String: [String]] = [:]
        for line in person.lines.dropFirst().dropLast() {
            if line.hasPrefix(" "), line.dropFirst().first != " " {
                group = String(line.dropFirst())
            } else if let name = line.split(separator: " ").last, name.hasPrefix("key.") {
                seen[group, default: []].append(String(name.dropFirst(4)))
            }
        }
        for (group, names) in seen { #expect(Set(names).count == names.count, "\(group)") }
        let screen = person.screen
        for action in Action.all {
            #expect(seen[action.section.rawValue]?.contains(action.id.rawValue) == true)
            #expect(screen.contains(action.help), "\(action.id)")
        }
        let here = seen["Here: list"] ?? []
        #expect(here.contains("add") && here.contains("filter") && !here.contains("yes"))
        #expect(!here.contains("choose-tag"))
    }

    /// One key has two actions, of which a bookmark has one.
    @Test(arguments: [false, true]) func helpShowsOnlyWhatAKeyDoesHere(_ isDeleted: Bool) throws {
        var row = Person.row(0, "A")
        row.isDeleted = isDeleted
        var person = Person(rows: [row], columns: 120, rows: 100)
        person.press("?")
        let lines = person.lines
        let start = try #require(lines.firstIndex(of: " Here: list"))
        let here = lines[start...].prefix { $0 == " Here: list" || $0.hasPrefix("  ") }
        let found = here.filter { $0.hasPrefix("  r ") }
        #expect(found.count == 1, "\(found)")
        let help = isDeleted ? "Restore the deleted bookmark" : "Read the saved page"
        #expect(found.allSatisfy { $0.contains(help) })
        #expect(here.contains { $0.hasPrefix("  X ") } == isDeleted)
    }

    @Test func helpNamesTheSettingOfEachKey() {
        var person = Person(["A"])
        person.press("?", "/")
        person.type("key.add")
        #expect(person.lines[2].hasSuffix("key.add"), "\(person.screen)")
        person.press("Ctrl-U")
        person.type("exit")
        #expect(person.screen.contains("Quit from anywhere"), "a synonym must find the action")
    }

    /// Help lists the actions of a typed key first; `f` and `F` are two keys.
    @Test func typedKeyComesFirst() {
        var person = Person(["A"], columns: 120, rows: 60)
        person.press("?", "/")
        person.type("f")
        #expect(person.lines[1].contains("The key f"), "\(person.screen)")
        #expect(person.lines[2].contains("Show the documents of the bookmark"))
        person.press("Ctrl-U")
        person.type("F")
        #expect(person.lines[1].contains("The key F") && person.lines[2].contains("titles"))
        person.press("Ctrl-U")
        person.type("ctrl-e")
        #expect(person.lines[1] == " The key Ctrl-E", "\(person.screen)")
        #expect(person.lines[2].contains("Write the note"))
        person.press("Ctrl-U")
        person.type("ctrl-i")
        #expect(person.lines[1] == " The key Tab", "terminals send the same byte")
        person.press("Ctrl-U")
        person.type("note")
        #expect(!person.screen.contains("The key"))
    }

    @Test(arguments: ["?", "F1"]) func helpOpensAndCloses(_ key: String) {
        var person = Person(["A"])
        person.press(key)
        #expect(person.state.shell.context == .help)
        person.press("q")
        #expect(person.state.shell.context == .list)
        #expect(person.effects.isEmpty)
    }

    /// If a heading names no place, its keys work in the list, or wherever the cursor moves.
    @Test func headingsOfHelpSayWhereTheirKeysWork() {
        let general: [ActionSection] = [
            .bookmarks, .find, .organize, .marks, .move, .panes, .view, .web, .sync, .program,
        ]
        for action in Action.all where general.contains(action.section) {
            // In the list there is no page to go back from.
            #expect(action.contexts.contains(.list) || action.id == .back, "\(action.id)")
        }
        for (section, actions) in Action.sections where !general.contains(section) {
            let common = Set(ActionContext.allCases).filter { context in
                actions.allSatisfy { $0.contexts.contains(context) }
            }
            #expect(!common.isEmpty, "\(section)")
        }
    }

    @Test func helpOfAPageBeginsWithTheKeysOfThatPage() {
        var person = Person(["A"])
        person.press("l", "?")
        #expect(person.lines[1] == " Here: details")
        person.resize(80, 400)
        let own = person.lines.firstIndex(of: " In the details of a bookmark")
        let first = person.lines.firstIndex(of: " Add, edit, undo")
        #expect(own.flatMap { own in first.map { own < $0 } } == true)
    }

    @Test func helpScrolls() {
        var person = Person(["A"])
        person.press("?")
        #expect(!person.screen.contains("like every other key"))
        person.press("G")
        #expect(person.screen.contains("like every other key"))
        person.press("g")
        #expect(person.screen.contains("Add a bookmark"))
    }

    @Test func spaceAndBTurnThePagesOfHelp() {
        var person = Person(["A"])
        person.press("?")
        let first = person.screen
        person.press("Space")
        let second = person.screen
        #expect(first != second)
        person.press("b", "PgDn")
        #expect(person.screen == second)
        person.press("b")
        #expect(person.screen == first)
        // In the list, Space marks.
        person.press("q", "Space")
        #expect(person.state.listView.marks.ids.count == 1)
    }

    /// Every word of the help can be read at any size.
    @Test(arguments: [(80, 24), (60, 20), (40, 12)]) func linesOfHelpAreNotCut(
        _ columns: Int, _ rows: Int
    ) {
        var person = Person(["A"], columns: columns, rows: rows)
        person.press("?")
        var lines: [String] = []
        for _ in 0..<1000 {
            let before = person.screen
            lines += person.lines.dropFirst().dropLast()
            person.press("PgDn")
            if person.screen == before { break }
        }
        #expect(!lines.contains { $0.contains("…") })
        let words = Set(lines.joined(separator: " ").split(separator: " "))
        for action in Action.all {
            for word in action.help.split(separator: " ") where word.count < columns / 2 {
                #expect(words.contains(word), "\(action.id): \(word)")
            }
        }
    }

    @Test func helpCanBeFiltered() {
        var person = Person(["A"])
        person.press("?", "/")
        person.type("airplane")
        #expect(person.screen.contains("Turn airplane mode on or off"))
        #expect(!person.screen.contains("Add a bookmark"))
        person.press("Enter")
        #expect(person.state.shell.context == .help)
        person.press("/", "Esc")
        #expect(person.screen.contains("Add a bookmark"))
        person.press("/")
        person.type("zzzz")
        #expect(person.screen.contains("No key matches “zzzz”; Esc to show all."))
    }

    /// A word in a heading does not match all lines below it.
    @Test func filterOfHelpShowsOnlyMatchingLines() {
        var person = Person(["A"], rows: 60)
        person.press("?", "/")
        person.type("undo")
        #expect(person.screen.contains(" Add, edit, undo\n"))
        #expect(person.screen.contains("Undo the latest edit"))
        #expect(!person.screen.contains("Add a bookmark"))
        // The heading tells apart lines with the same words.
        person.press("Ctrl-U")
        person.type("form save")
        #expect(person.screen.contains("Save from any field"))
        #expect(!person.screen.contains("Leave the form"))
        person.press("Ctrl-U")
        // Only the heading has this word.
        person.type("question")
        #expect(person.screen.contains(" At a question\n"))
        for action in Action.all where action.section == .question {
            #expect(person.screen.contains(action.help))
        }
    }

    @Test func helpOfAFormBeginsWithTheKeysOfForms() {
        var person = Person(["A"])
        person.press("a")
        person.type("typed")
        person.press("F1")
        let lines = person.screen.split(separator: "\n")
        #expect(lines[1] == " Here: form")
        person.press("Esc")
        #expect(person.state.shell.context == .form)
        #expect(person.screen.contains("typed"))
    }

    @Test func helpExplainsTheValuesOfIsAndTheSigns() {
        var person = Person(["A"], columns: 120, rows: 400)
        person.press("?")
        let screen = person.screen
        for fact in Query.facts { #expect(screen.contains("is:\(fact) "), "\(fact)") }
        #expect(screen.contains("✗ ") && screen.contains("page is gone; L to check"))
    }
}
