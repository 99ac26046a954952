import Bookmarks
import BookmarksUI
import KeyValueStore
import Screen
import SeededRandom
import TestSupport
import Testing

/// The screen can be drawn after any events in any order at any size.
@Suite(.ownThread) struct AnyStateTests {
    @Test(arguments: 0..<24) func screenIsDrawnWholeAfterRandomEvents(_ seed: UInt64) {
        var random = SplitMix(seed: seed &* 0x9E37_79B9)
        var person = Person(Person.names(Int.random(in: 0...40, using: &random)))
        if Bool.random(using: &random) { person.state.shell.symbols = .ascii }
        for _ in 0..<100 {
            person.step(&random)
            check(person.canvas, person.state)
        }
    }

    func check(_ canvas: Canvas, _ state: ScreenState) {
        #expect(canvas.size == state.shell.size)
        for row in 0..<canvas.size.rows {
            if let problem = problem(in: Array(canvas.row(row)), state.shell.measure) {
                Issue.record("\(problem), row \(row) of:\n\(canvas.text)")
            }
        }
        if let cursor = canvas.cursor {
            #expect((0..<canvas.size.rows).contains(cursor.row))
            #expect((0..<canvas.size.columns).contains(cursor.column))
        }
    }

    func problem(in row: [Cell], _ measure: TextMeasure) -> String? {
        var column = 0
        while column < row.count {
            let text = row[column].text
            if text.unicodeScalars.contains(where: isHarmful) { return "harmful: \(column)" }
            let width = text == " " ? 1 : measure.width(text)
            if width == 2, row.dropFirst(column + 1).first?.text != "" { return "torn: \(column)" }
            if width < 1 || width > 2 { return "width \(width): \(column)" }
            column += width
        }
        return column == row.count ? nil : "too wide"
    }

    func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension Person {
    private static let texts = [
        "", "a", "Swift", "日本語", "e\u{301}", "👩‍👩‍👧", "\u{1B}[31m", "\u{202E}abc", "a\tb\nc", "\u{9B}x",
        "https://swift.org/", "swift.org", "❤️", String(repeating: "long ", count: 300), "\0",
    ]
    private static let keys: [Key] =
        ActionContext.allCases.flatMap { context in
            Action.all.flatMap { KeyMap.standard.keys(of: $0, in: context) }
        } + [.backspace, .delete, .left, .right, .character("x"), .character("漢"), .unknown]

    private static func text(_ random: inout SplitMix) -> String {
        texts.randomElement(using: &random) ?? ""
    }

    private static func anyRow(_ random: inout SplitMix) -> BookmarkRow {
        BookmarkRow(
            id: "\(Int.random(in: 0..<60, using: &random))", name: text(&random),
            url: text(&random), tags: text(&random),
            added: Double(Int.random(in: -1...3_000_000_000, using: &random)),
            modified: Double.random(in: -1e18...1e18, using: &random),
            lost: Bool.random(using: &random) ? text(&random) : "")
    }

    /// Does something a person, a terminal or another device might do.
    mutating func step(_ random: inout SplitMix) {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<55:
            if let key = Self.keys.randomElement(using: &random) { send(.terminal(.key(key))) }
        case 55..<65: paste(Self.text(&random))
        case 65..<75:
            let sizes = [0, 1, 2, 3, 7, 12, 19, 20, 24, 40, 59, 60, 80, 133]
            resize(
                sizes.randomElement(using: &random) ?? 80, sizes.randomElement(using: &random) ?? 24
            )
        case 75..<85:
            let kinds = ReceivedChanges.Kind.allCases
            receive(
                kinds.randomElement(using: &random) ?? .added, Self.anyRow(&random),
                from: Bool.random(using: &random) ? Self.text(&random) : nil)
        case 85..<90: send(.sync(Self.anySync(&random)))
        case 90..<94: send(.outcome(Self.anyOutcome(&random)))
        case 94: send(Self.anyLabels(&random))
        case 95..<97:
            let row = Self.anyRow(&random)
            send(
                .details(
                    Bookmark(
                        id: state.listView.selection.id ?? row.id, name: row.name, url: row.url,
                        tags: [row.tags], notes: Self.text(&random), added: row.modified)))
        case 98: send(.notesEdited(Self.text(&random)))
        case 99: send(.textRefused(Self.text(&random)))
        default: send(.tick(Double(Int.random(in: 0...100_000, using: &random))))
        }
    }

    private static func anyLabels(_ random: inout SplitMix) -> Event {
        let texts = (0..<Int.random(in: 0...30, using: &random)).map { _ in text(&random) }
        if Bool.random(using: &random) {
            return .folders(FolderCount.tree(Dictionary(texts.map { ($0 + "/x", 1) }) { $1 }))
        }
        return .searches(SavedSearches(Dictionary(texts.map { ($0, text(&random)) }) { $1 }))
    }

    private static func anySync(_ random: inout SplitMix) -> SyncState {
        let phases: [SyncState.Phase] = [
            .idle, .offline, .unreachable(text(&random)), .refused(text(&random)),
            .held(deletions: 40, of: 90),
        ]
        return SyncState(
            phase: phases.randomElement(using: &random) ?? .idle,
            unsent: Int.random(in: 0...2_000, using: &random), device: text(&random),
            quotaExceeded: Bool.random(using: &random), isSettling: Bool.random(using: &random))
    }

    private static func anyOutcome(_ random: inout SplitMix) -> ActionOutcome {
        let name = text(&random)
        let id = "\(Int.random(in: 0..<60, using: &random))"
        let outcomes: [ActionOutcome] = [
            .added(id: id, name: name), .alreadyThere(name: name),
            .edited(id: id, name: name), .deleted(id: id, name: name),
            .reversed(what: name, ids: [id], isUndo: true),
            .reversed(what: name, ids: [], isUndo: false),
            .reversedAlready(
                what: name, isUndo: Bool.random(using: &random),
                goesOn: Bool.random(using: &random)),
            .nothingToUndo(isElsewhere: Bool.random(using: &random), canRedo: true),
            .nothingToRedo, .changed(what: name, ids: [id, "1"]), .answered(name),
            .added(what: name, ids: [id, "2"]),
            .settingChanged(SettingChange("mouse", from: name, to: nil)),
            .opened(names: [name]), .copied(urls: [name, name]), .failed(name),
        ]
        return outcomes.randomElement(using: &random) ?? .nothingToRedo
    }
}
