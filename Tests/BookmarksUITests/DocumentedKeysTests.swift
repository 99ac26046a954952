import Bookmarks
import BookmarksUI
import Foundation
import Screen
import TestSupport
import Testing

/// The keys that the README and the manual name exist, and start the actions described there.
@Suite struct DocumentedKeysTests {
    /// The rows of the table in the README, in their order.
    private static let first: [(keys: String, actions: [ActionID])] = [
        ("a", [.add]), ("/", [.filter]), ("Enter", [.open]), ("e", [.edit]), ("d", [.delete]),
        ("u", [.undo]), ("Space", [.mark]), (":", [.showPalette]), ("i", [.importBookmarks]),
        ("?", [.help]),
    ]

    /// The keys in the manual, page by page.
    private static let manual: [(context: ActionContext, keys: String, actions: [ActionID])] = [
        (.list, "j k g G PgDn PgUp", [.down, .up, .first, .last, .pageDown, .pageUp]),
        (
            .list, "? M l q Esc a / w t s K J < >",
            [
                .help, .messages, .details, .quit, .clear, .add, .filter, .saveSearch, .showLabels,
                .sort, .moveUp, .moveDown, .moveToTop, .moveToBottom,
            ]
        ),
        (
            .list, "e E Space v * d Enter y + - m = u Ctrl-R D",
            [
                .edit, .editText, .mark, .markRange, .markAll, .delete, .open, .copyURL, .addTags,
                .removeTags, .setFolder, .showDuplicates, .undo, .redo, .showDeleted,
            ]
        ),
        (
            .list, "A F L C R S B i W",
            [
                .openArchive, .toggleTitles, .checkLinks, .airplane, .sync, .status,
                .showAccess, .importBookmarks, .tour,
            ]
        ),
        (.list, ": [ ] ,", [.showPalette, .toggleSidebar, .togglePreview, .showSettings]),
        (.list, "{ }", [.narrowPane, .widenPane]),
        (.list, "P r f Ctrl-E", [.savePage, .read, .showDocuments, .writeNote]),
        (
            .documents, "Enter r o e d x V a",
            [
                .readDocument, .readDocument, .openDocument, .editDocument, .deleteDocument,
                .dropDocument, .showVersions, .attachFile,
            ]
        ),
        (.access, "a A d", [.addToken, .addAddingToken, .revokeToken]),
        (.versions, "Enter r", [.showDiff, .restoreVersion]),
        (.settings, "Enter d", [.changeSetting, .resetSetting]),
        (.detail, "] [ n p", [.nextItem, .previousItem, .nextItem, .previousItem]),
        (.history, "] [ n p", [.nextItem, .previousItem, .nextItem, .previousItem]),
        (.documents, "] [ n p", [.nextItem, .previousItem, .nextItem, .previousItem]),
        (.duplicates, "] [ n p", [.nextItem, .previousItem, .nextItem, .previousItem]),
        (.reader, "] [", [.readNext, .readPrevious]),
        (.sidebar, "l h r d m", [.openFolder, .closeFolder, .renameHere, .deleteHere, .moveHere]),
        (.detail, "j k", [.nextBookmark, .previousBookmark]),
        (.preview, "x K", [.takeOther, .settle]),
        (.detail, "H q x K", [.showHistory, .back, .takeOther, .settle]),
        (.help, "/ Space b", [.filterHelp, .readOn, .readBack]), (.history, "r", [.bringBack]),
        (
            .form, "Enter Ctrl-O Tab Ctrl-N Ctrl-T Ctrl-G Esc",
            [
                .enterField, .save, .takeOrNext, .openCompletion, .fetchTitle, .editNotes, .cancel,
            ]
        ),
        (
            .completion, "Down Up Enter Tab Esc",
            [.nextWord, .previousWord, .takeChosen, .complete, .closeCompletion]
        ),
        (.filter, "Tab Enter Esc", [.markHit, .keepFilter, .clearFilter]),
        (
            .labels, "Tab l Enter n / s r d",
            [
                .nextTab, .enterPreview, .chooseLabel, .narrowByLabel, .filterLabels, .sortLabels,
                .renameLabel, .deleteLabel,
            ]
        ),
        (
            .sortMenu, "a m n u o f r p",
            [
                .sortByAdded, .sortByModified, .sortByName, .sortByURL, .sortByOpened,
                .sortByFrequency, .sortByRelevance, .sortManually,
            ]
        ),
        (.duplicates, "Enter A", [.mergeDuplicates, .mergeAllDuplicates]),
        (
            .deleted, "r X Space v * Esc l Enter y /",
            [
                .restore, .deleteForever, .mark, .markRange, .markAll, .back, .details, .open,
                .copyURL, .filterDeleted,
            ]
        ),
        (.list, "r X", [.restore, .deleteForever]),
        (.held, "a r", [.acceptDeletions, .restoreDeletions]),
    ]

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(Places.repository)/\(name)", encoding: .utf8)
    }

    /// The texts between backquotes.
    private func quoted(_ text: some StringProtocol) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
    }

    private func check(_ keys: String, _ actions: [ActionID], in context: ActionContext) throws {
        let names = keys.split(separator: " ").map(String.init)
        #expect(names.count == actions.count)
        for (name, id) in zip(names, actions) {
            let key = try #require(Key(name: name))
            let isDeleted = Action.named(id)?.need == .deleted
            let started = KeyMap.standard.started(by: key, in: context, onDeleted: isDeleted)
            #expect(started?.id == id, "\(name) \(context)")
        }
    }

    @Test func keysInTheREADMEStartTheirActions() throws {
        let rows = try text("README.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
        let keys = rows.map { row in
            quoted(row.dropFirst(2).prefix { $0 != "|" }).joined(separator: " ")
        }
        #expect(keys == Self.first.map(\.keys))
        for (keys, actions) in Self.first { try check(keys, actions, in: .list) }
    }

    @Test func keysInTheManualStartTheirActions() throws {
        for (context, keys, actions) in Self.manual { try check(keys, actions, in: context) }
    }

    /// The manual names no key that this suite does not check.
    @Test func manualNamesOnlyCheckedKeys() throws {
        let manual = try text("Docs/Manual.md")
        let known = Set(Self.manual.flatMap { $0.keys.split(separator: " ").map(String.init) })
        let editing = [
            "Ctrl-A", "Ctrl-E", "Ctrl-W", "Ctrl-U", "Ctrl-K", "Ctrl-Y", "Alt-Backspace",
        ]
        for name in editing {
            var editor = LineEditor("some words")
            let key = try #require(Key(name: name))
            let isTaken = editor.handle(key)
            #expect(isTaken, "\(name)")
        }
        let words = manual.split { !($0.isLetter || $0 == "-") }.map(String.init)
        let spoken = words.filter {
            $0.hasPrefix("Ctrl-") || $0.hasPrefix("Alt-") || $0 == "PgDn" || $0 == "PgUp"
        }
        let others: Set<String> = ["#", "!", "("]
        var letters: [String] = []
        for text in quoted(manual) {
            let words = text.split(separator: " ").map(String.init)
            guard words.allSatisfy({ $0.utf8.count == 1 }) else { continue }
            letters += words.filter { !others.contains($0) }
        }
        #expect(spoken.count > 10)
        #expect(letters.count > 40)
        let all: [String] = spoken + letters
        for name in all {
            let isKnown = known.contains(name) || editing.contains(name)
            #expect(isKnown, "\(name)")
        }
    }

    /// Each key in the README's table does something in a list, also on a small screen.
    @Test(arguments: [(80, 24), (60, 16)]) func everyKeyInTheREADMEDoesSomething(
        _ columns: Int, _ rows: Int
    ) {
        let keys = Self.first.map(\.keys).joined(separator: " ")
        for name in keys.split(separator: " ").map(String.init) {
            var person = Person(["A", "B", "C"], columns: columns, rows: rows)
            person.state.shell.undoOffer.next = NextUndo(step: 1)
            person.press("s", "p", "g", "j")
            let screen = person.screen
            let context = person.state.shell.context
            person.press(name)
            #expect(person.said?.contains("nothing here") != true, "\(name)")
            let isOther = person.screen != screen || person.state.shell.context != context
            #expect(isOther || !person.effects.isEmpty, "\(name)")
        }
    }
}
