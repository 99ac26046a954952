import Bookmarks
import BookmarksUI
import Testing

@Suite struct SortTests {
    @Test(arguments: [
        ("a", SortOrder(.added, descending: true)), ("m", SortOrder(.modified, descending: true)),
        ("u", SortOrder(.url)), ("o", SortOrder(.opened, descending: true)),
        ("f", SortOrder(.frequency, descending: true)), ("p", SortOrder(.manual)),
    ]) func menuKeyChoosesTheOrderAndASecondTimeReversesIt(_ key: String, _ order: SortOrder) {
        var person = Person(["B", "A", "C"])
        person.press("s", key)
        #expect(person.list.order == order)
        #expect(person.state.shell.context == .list)
        person.press("s", key)
        #expect(person.list.order == SortOrder(order.field, descending: !order.isDescending))
    }

    @Test(arguments: [(40, 10), (40, 8), (24, 10)]) func menuShowsAllOrdersOnSmallScreens(
        _ columns: Int, _ rows: Int
    ) {
        var person = Person(["B", "A"], columns: columns, rows: rows)
        person.press("s")
        for key in ["a", "m", "n", "u", "r", "o", "f", "p"] {
            #expect(person.screen.contains("(\(key))"))
        }
    }

    @Test func relevanceIsNotReversed() {
        var person = Person(["B", "A"], columns: 120)
        person.press("s", "r", "s", "r")
        #expect(person.list.order == .bestFirst)
        // Without a filter, all bookmarks are equally relevant, so the heading names the date that
        // orders them.
        #expect(person.lines[1].contains("Added ▼"))
        person.press("/", "a")
        #expect(person.lines[1].contains("Relevance ▼"))
    }

    /// A filter shows the best matches first, whatever the order is without a filter.
    @Test func headingNamesRelevanceWhileFiltering() {
        var person = Person(["Beta", "Alpha"])
        person.list.ranksAnswers = true
        person.press("s", "n")
        #expect(person.lines[1].contains("Name ▼"))
        person.type("/a")
        #expect(person.lines[1].contains("Relevance ▼") && !person.lines[1].contains("Name ▼"))
    }

    /// If an order does not show yet, the message says so.
    @Test func orderChosenWhileFilteringSaysWhenItApplies() {
        var person = Person(["Beta", "Alpha"])
        person.list.ranksAnswers = true
        person.type("/a")
        person.press("Enter", "s", "u")
        let told = "Sorted by URL, but the filter shows the best match first"
        #expect(person.said == "\(told); Esc to clear it")
        person.press("s", "r")
        #expect(person.said?.contains(told) != true)
    }

    @Test func choosingTheCurrentOrderReversesIt() {
        var person = Person(["A", "B", "C"])
        person.press("s", "n")
        #expect(person.list.order == SortOrder(.name, descending: true))
    }

    /// A long heading does not take room from a name of 50 columns, or from the column beside it.
    @Test(arguments: ["Relevance", "Frequency", "Modified", "Added"])
    func nameAndHostShowInEachOrderAt80Columns(_ heading: String) {
        let orders: [String: SortOrder.Field] = [
            "Relevance": .relevance, "Frequency": .frequency, "Modified": .modified,
            "Added": .added,
        ]
        let long = "A name of fifty columns, of which each one shows Z"
        var person = Person(["A", long])
        person.type("/a")
        person.press("Enter")
        person.list.sort(SortOrder(orders[heading] ?? .added, descending: true))
        person.send(.listChanged)
        #expect(person.lines[1].contains(heading) && person.lines[1].contains("Host"))
        #expect(person.screen.contains("a.example"), "\(person.screen)")
        #expect(person.screen.contains(long), "\(person.screen)")
    }

    @Test func lastColumnShowsTheOpenedTimeOrFrequency() {
        var rows = [Person.row(0, "A"), Person.row(1, "B"), Person.row(2, "C")]
        (rows[0].opened, rows[0].opens) = (86_400, 1)
        (rows[1].opened, rows[1].opens) = (40, 1200)
        var person = Person(rows: rows, columns: 120, rows: 24)
        person.press("s", "o")
        #expect(person.lines[2].hasSuffix("  now"))
        #expect(person.lines[4].hasSuffix("#c"))
        person.press("s", "f")
        #expect(person.lines[2].hasSuffix("1,200×") && person.lines[3].hasSuffix("1×"))
    }

    @Test func theSelectedBookmarkStaysSelected() {
        var person = Person(["A", "B", "C"])
        person.press("s", "n")
        #expect(person.selectedName == "A")
        #expect(person.state.listView.selection.index == 2)
    }

    @Test(arguments: ["Esc", "q"]) func leavingTheMenuKeepsTheOrder(_ key: String) {
        var person = Person(["A"])
        person.press("s", key)
        #expect(person.state.shell.context == .list)
        #expect(person.list.order == SortOrder(.name))
    }

    @Test func otherKeysDoNothingWhileTheMenuWaits() {
        var person = Person(["A"])
        person.press("s", "d")
        #expect(person.effects.isEmpty)
        #expect(person.state.shell.context == .sortMenu)
    }

    @Test(arguments: [
        ("a", "Name", "Added ▼"), ("m", "Name", "Modified ▼"), ("u", "Name", "Host ▲"),
        ("n", "Name ▼", "Host"), ("o", "Name", "Opened ▼"), ("f", "Name", "Frequency ▼"),
    ]) func headingShowsTheOrder(_ key: String, _ name: String, _ other: String) {
        var person = Person(["A"])
        person.press("s", key)
        let heading = person.screen.split(separator: "\n")[1]
        #expect(heading.contains(name + " "))
        #expect(heading.contains(other))
    }

    @Test func bestMatchIsSelectedWhileTyping() {
        var person = Person(["A book of go", "Gopher", "Go"])
        person.press("s", "r", "G", "/", "g")
        #expect(person.selectedName == "Go")
        person.press("Down", "o")
        #expect(person.selectedName == "Go")
        person.press("p")
        #expect(person.selectedName == "Gopher")
        // The earlier selection is restored.
        person.press("Esc")
        #expect(person.state.listView.selection.index == 2)
    }

    /// The menu shows in full below an earlier message, and below the message about a key that does
    /// nothing in the menu.
    @Test(arguments: [(80, 24), (80, 10), (60, 16), (50, 12)]) func menuIsWholeBesideAMessage(
        _ columns: Int, _ rows: Int
    ) {
        var person = Person(["A"], columns: columns, rows: rows)
        person.send(.message(.info, "Something that was said a moment ago"))
        person.press("s")
        for isRefused in [false, true] {
            if isRefused { person.press("d") }
            let shown = person.lines.dropFirst().joined(separator: " ")
            #expect(!shown.contains("…") && shown.contains("does nothing here") == isRefused)
            for label in Action.all.filter({ $0.section == .sort }).compactMap(\.hint?.label) {
                #expect(
                    label == "leave" || shown.contains(")" + label.dropFirst())
                        || shown.contains(") " + label), "\(label)")
            }
        }
    }

    /// The line of hints does not name the orders again.
    @Test func menuFitsOneLineAndHintsDoNotRepeatIt() {
        var person = Person(["A"])
        person.press("s")
        #expect(person.messageLine.hasSuffix("(o)pened (f) often (p) manual"))
        #expect(person.lines.last == " Esc leave")
    }

    @Test func menuIsCompleteOnANarrowScreen() {
        var person = Person(["A"], columns: 40, rows: 12)
        person.press("s")
        let shown = person.lines.dropFirst().joined(separator: " ")
        for word in ["(a)dded", "(n)ame", "(u)RL", "(o)pened", "(f) often", "(p)", "manual"] {
            #expect(shown.contains(word), "\(word)")
        }
    }
}
