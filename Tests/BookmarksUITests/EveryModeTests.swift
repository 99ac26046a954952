import Bookmarks
import BookmarksUI
import Documents
import KeyValueStore
import ReadableText
import Screen
import TestSupport
import Testing

/// Rules that hold in every mode.
@Suite(.ownThread) struct EveryModeTests {
    /// The keys that lead to each mode.
    static let ways: [(context: ActionContext, keys: [String])] = [
        (.list, []), (.filter, ["/", "n"]), (.sortMenu, ["s"]), (.detail, ["l"]),
        (.form, ["a", "x"]), (.help, ["?"]), (.helpFilter, ["?", "/", "s"]), (.messages, ["M"]),
        (.tour, ["W"]), (.transfers, ["T"]), (.reader, ["r"]), (.readerSearch, ["r", "/", "x"]),
        (.question, ["a", "x", "Esc"]), (.prompt, ["+", "x"]), (.editMenu, ["*", "e"]),
        (.held, ["R"]), (.deleted, ["D"]), (.duplicates, ["="]), (.status, ["S"]), (.access, ["B"]),
        (.history, ["l", "H"]), (.documents, ["f"]), (.versions, ["f", "V"]),
        (.versionDiff, ["f", "V", "Enter"]),
        (.sidebar, ["[", "Shift-Tab"]), (.preview, ["]", "Tab"]), (.palette, [":"]),
        (.previewBesidePage, ["]", "D", "Tab"]), (.labels, ["t"]),
        (.labelsFilter, ["t", "/", "n"]), (.settings, [","]), (.settingsFilter, [",", "/", "m"]),
        (.settingChoices, [",", "Enter"]), (.conflictChoices, ["l", "x"]),
        (.columnChoices, [",", "Down", "Down", "Down", "Down", "Down", "Down", "Down", "Enter"]),
    ]

    private static let version = DocumentVersion(
        content: ChunkName(of: []), length: 1, made: 0, device: "desk")

    private static let document = DocumentRow(
        Document(
            id: "d", bookmark: "2", kind: .note, name: "Note", mediaType: "", added: 0,
            head: version), .here)

    private static let transfer = Transfer(
        content: version.content, direction: .up, document: "d", bookmark: "2", name: "Note",
        done: 0, total: 1, state: .waiting)

    func person(_ keys: [String]) -> Person {
        var person = Person(Person.names(60))
        person.send(.sync(SyncState(phase: .held(deletions: 40, of: 60))))
        person.press("j", "j")
        for key in keys {
            person.press(key)
            if key == "l", keys.contains("x") {
                var bookmark = Bookmark(id: "2", name: "Name 002", url: "", added: 0)
                bookmark.lostValues = ["One", "Two"].map {
                    LostValue(field: "name", text: $0, device: "desk", typed: 0)
                }
                person.send(.details(bookmark))
            }
            if key == "r" {
                let page = ReadablePage(title: "Text", links: ["https://a.example/"])
                person.send(.answer(.page(page), to: ReadPage(id: "2")))
            }
            if key == "f" {
                person.send(
                    .answer([Self.document], to: DocumentsRequest(bookmark: "2")))
            }
            if key == "T" { person.send(.answer([Self.transfer], to: TransfersRequest())) }
            if key == "V" {
                let row = VersionRow(
                    Self.version, number: 1, shows: true, isConflicting: false)
                person.send(.answer([row], to: VersionsRequest(document: "d")))
            }
            if key == "," { person.send(.answer(SettingsFacts(Settings()), to: SettingsRequest())) }
        }
        _ = person.takeEffects()
        return person
    }

    @Test func everyContextCanBeReached() {
        let menu = person(["+", "Tab"]).state.shell.contexts
        #expect(menu == [.completion, .prompt])
        let ways = Set(Self.ways.map(\.context)).union(menu)
        #expect(ways == Set(ActionContext.allCases))
    }

    @Test(arguments: ways) func resizingChangesOnlyTheSize(
        _ context: ActionContext, _ keys: [String]
    ) {
        var person = person(keys)
        let before = person.screen
        #expect(person.state.shell.context == context)
        for (columns, rows) in [(40, 10), (20, 4), (3, 1), (1, 1), (0, 0), (300, 100)] {
            person.resize(columns, rows)
            #expect(person.canvas.size == Size(columns: columns, rows: rows))
        }
        person.resize(80, 24)
        #expect(person.screen == before)
        #expect(person.effects.isEmpty)
    }

    @Test(arguments: ways) func remoteChangesKeepTheModeAndTheCursor(
        _ context: ActionContext, _ keys: [String]
    ) {
        var person = person(keys)
        let before = person.canvas.cursor
        let selected = person.selectedName
        person.receive(.added, Person.row(500, "Name new"))
        person.receive(.deleted, Person.row(40, "Name 040"))
        person.send(.sync(SyncState(phase: .unreachable("why"), unsent: 1)))
        #expect(person.state.shell.context == context)
        #expect(person.canvas.cursor == before)
        #expect(person.selectedName == selected)
        // Some pages reload their content.
        let asked: [Effect] = [
            .loadDeleted, .send(DuplicatesRequest()), .send(StatusRequest()),
            .send(CloudBytesRequest()), .send(PreviewRequest(id: "2")), .send(HeldRequest()),
        ]
        #expect(person.effects.allSatisfy(asked.contains))
    }

    @Test(arguments: ways) func everyModeShowsHints(
        _ context: ActionContext, _ keys: [String]
    ) {
        let lines = person(keys).screen.split(separator: "\n")
        // The sort menu is above the hints.
        let hints = lines.suffix(context == .sortMenu ? 2 : 1).joined(separator: " ")
        #expect(hints.split(separator: " ").count >= 4, "\(context): \(hints)")
    }

    /// If the bookmarks have short texts, no text of Cloudy is cut.
    @Test(arguments: ways) func textsOfCloudyAreNotCut(_ context: ActionContext, _ keys: [String]) {
        var person = person(keys)
        for (columns, rows) in [(60, 16), (80, 24), (200, 50)] {
            // The descriptions of all actions need longer lines; the help shows them in full.
            if context == .palette, columns < 80 { continue }
            person.resize(columns, rows)
            let screen = person.screen.replacing("Loading…", with: "")
            #expect(!screen.contains("…"), "\(screen)")
        }
    }

    @Test(arguments: ways) func redrawAndSuspendWorkInEveryMode(
        _ context: ActionContext, _ keys: [String]
    ) {
        var person = person(keys)
        person.press("Ctrl-L", "Ctrl-Z")
        #expect(person.effects == [.repaint, .suspend])
        #expect(person.state.shell.context == context)
    }

    @Test(arguments: ways)
    func escapeLeadsBackToTheList(_ context: ActionContext, _ keys: [String]) {
        var person = person(keys)
        for _ in 0..<4 where person.state.shell.context != .list {
            person.press("Esc")
            if person.state.shell.context == .question { person.press("y") }
        }
        #expect(person.state.shell.context == .list)
        // The preview shows the bookmark of the list again.
        #expect(person.effects.allSatisfy { $0 == .send(PreviewRequest(id: "2")) })
    }
}
