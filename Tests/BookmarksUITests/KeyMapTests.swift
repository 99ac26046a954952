import Bookmarks
import KeyValueStore
import Screen
import SeededRandom
import TestSupport
import Testing

@testable import BookmarksUI

@Suite(.ownThread) struct KeyMapTests {
    private func map(_ text: String) -> (keys: KeyMap, problems: [SettingsProblem]) {
        var problems: [SettingsProblem] = []
        let settings = Settings(SettingsDocument(text), problems: &problems)
        return (settings.keys, problems)
    }

    private func person(_ settings: String, _ names: [String] = ["A", "B", "C"]) -> Person {
        var person = Person(names)
        let (keys, problems) = map(settings)
        #expect(problems.isEmpty)
        person.state.shell.keys = keys
        return person
    }

    @Test func configuredKeyReplacesTheUsualOne() {
        var person = person("key.delete = F8, Delete")
        person.press("d")
        #expect(person.effects.isEmpty)
        #expect(person.said == "The key d does nothing here; ? to see all keys")
        person.press("F8", "Del")
        #expect(person.takeEffects() == [.delete(ids: ["0"]), .delete(ids: ["0"])])
    }

    @Test func keysCanBeSwapped() {
        var person = person("key.edit = d\nkey.delete = e")
        person.press("e")
        #expect(person.takeEffects() == [.delete(ids: ["0"])])
    }

    @Test func messagesAndHintsNameTheConfiguredKeys() {
        var person = person("key.undo = U\nkey.help = F2\nkey.add = Ins\nkey.airplane = none")
        person.send(.outcome(.deleted(id: "0", name: "A")))
        #expect(person.messageLine == " Deleted “A”   U undo")
        person.press("Z")
        #expect(person.said == "The key Z does nothing here; F2 to see all keys")
        #expect(person.lines.last?.contains("Ins add") == true)
        person.send(.outcome(.nothingToRedo))
        #expect(person.said == "Nothing to redo")
        person.send(.sync(.init(phase: .offline)))
        #expect(person.said == "Airplane mode is on: edits are safe here and wait")
        person.press("F2")
        #expect(person.lines.contains { $0.hasPrefix("  Ins ") && $0.contains("Add a bookmark") })
        var empty = self.person("key.add = Ins", [])
        #expect(empty.screen.contains("Ins  Add one, or paste a URL"))
        empty.press("e")
        #expect(empty.said == "There are no bookmarks; Ins to add one")
    }

    @Test func keyForTwoActionsIsRefusedWithBothNames() {
        let (keys, problems) = map("key.delete = x\nkey.undo = y")
        #expect(keys == map("").keys || keys.name(of: .delete) == "d")
        #expect(problems.map(\.line) == [1, 2])
        #expect(problems[0].text.contains("delete") && problems[0].text.contains("take-other"))
        #expect(problems[1].text.contains("undo") && problems[1].text.contains("copy-url"))
    }

    @Test func keyThatARefusedSettingKeepsCannotBeTaken() {
        // Edit can't have a, so it keeps e, and then delete can't have e.
        let (keys, problems) = map("key.edit = a\nkey.delete = e")
        #expect(problems.count == 2)
        #expect(keys.name(of: .edit) == "e")
        #expect(keys.name(of: .delete) == "d")
    }

    /// With any settings, a key does only one thing, and help and the ways out can be reached.
    @Test func helpAndExitsHaveKeysUnderAnySettings() {
        var random = SplitMix(seed: 5)
        let names = ["a", "x", "q", "Esc", "?", "F1", "Enter", "Ctrl-C", "Ctrl-T", "y", "j"]
        for _ in 0..<300 {
            let lines = Action.all.shuffled(using: &random).prefix(6).map { action in
                let keys = names.shuffled(using: &random).prefix(
                    Int.random(in: 0...2, using: &random))
                return "key.\(action.id.rawValue) = "
                    + (keys.isEmpty ? "none" : keys.joined(separator: ", "))
            }
            let (keys, _) = map(lines.joined(separator: "\n"))
            for context in ActionContext.allCases {
                var seen: Set<String> = []
                for action in Action.all {
                    let isDeleted = action.need == .deleted
                    for key in keys.keys(of: action, in: context) {
                        #expect(seen.insert("\(key) \(isDeleted)").inserted, "\(lines)")
                        let started = keys.started(by: key, in: context, onDeleted: isDeleted)
                        #expect(started?.id == action.id)
                    }
                }
            }
            for id in [ActionID.help, .quit, .back, .cancel, .closeMenu, .yes, .no] {
                for context in Action.named(id)?.contexts ?? [] {
                    #expect(keys.name(of: id, in: context) != nil, "\(id) \(context) \(lines)")
                }
            }
        }
    }
}
