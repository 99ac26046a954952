import BookmarksUI
import Screen
import Testing

@Suite struct ActionTableTests {
    @Test func everyActionNameIsUnique() {
        #expect(Action.all.map(\.id).count == Set(Action.all.map(\.id)).count)
        for action in Action.all { #expect(ActionID(rawValue: action.id.rawValue) == action.id) }
        #expect(ActionID(rawValue: "no-such-action") == nil)
    }

    @Test(arguments: Action.all) func everyActionHasHelpAndKeys(_ action: Action) {
        #expect(!action.keys.isEmpty)
        #expect(!action.contexts.isEmpty)
        #expect(action.help.first?.isUppercase == true, "\(action.id)")
        #expect(action.help.last != ".", "\(action.id)")
        #expect(action.help.count <= 64, "\(action.id)")
        #expect(!action.keys.contains(.unknown))
        for key in action.keys { #expect(Key(name: key.name) == key) }
        for context in action.contexts {
            #expect(
                !KeyMap.standard.keys(of: action, in: context).isEmpty,
                "\(action.id) has no key in \(context)")
        }
    }

    @Test(arguments: ActionContext.allCases) func keyStartsAtMostOneActionInEachContext(
        _ context: ActionContext
    ) {
        var seen: [String: ActionID] = [:]
        for action in Action.all {
            // On a deleted bookmark, a key may do something else.
            let isDeleted = action.need == .deleted
            for key in KeyMap.standard.keys(of: action, in: context) {
                let other = seen.updateValue(action.id, forKey: "\(key) \(isDeleted)")
                #expect(other == nil, "\(key.name) must not also start \(action.id)")
                let started = KeyMap.standard.started(
                    by: key, in: context, onDeleted: isDeleted)
                #expect(started?.id == action.id)
            }
        }
        #expect(!seen.isEmpty)
    }

    @Test(arguments: ActionContext.allCases.filter(\.takesText))
    func lettersStartNoActionWhereTextIsTyped(
        _ context: ActionContext
    ) {
        for character in "aqd?/ " {
            #expect(KeyMap.standard.started(by: .character(character), in: context) == nil)
        }
    }

    @Test func lineEditingKeysStartNoActionWhereTextIsTyped() {
        let editing: [Key] = [
            .left, .right, .home, .end, .backspace, .delete, .control("a"), .control("b"),
            .control("d"), .control("e"), .control("f"), .control("k"), .control("u"),
            .control("w"), .control("y"), .alt("b"), .alt("d"), .alt("f"),
        ]
        for context in ActionContext.allCases where context.takesText {
            for key in editing { #expect(KeyMap.standard.started(by: key, in: context) == nil) }
        }
    }

    /// Backspace edits text, so only Del deletes.
    @Test func backspaceStartsNoAction() {
        for context in ActionContext.allCases {
            #expect(KeyMap.standard.started(by: .backspace, in: context) == nil)
        }
    }

    @Test func everyHeadingHasActions() {
        #expect(Action.sections.map(\.section) == ActionSection.allCases)
        for (section, actions) in Action.sections { #expect(!actions.isEmpty, "\(section)") }
    }

    @Test(arguments: [
        ("j", ActionID.down), ("Down", .down), ("Ctrl-N", .down), ("k", .up), ("Up", .up),
        ("Ctrl-P", .up), ("g", .first), ("Home", .first), ("G", .last), ("End", .last),
        ("PgDn", .pageDown), ("Ctrl-F", .pageDown), ("PgUp", .pageUp), ("Ctrl-B", .pageUp),
        ("Ctrl-D", .halfPageDown), ("Ctrl-U", .halfPageUp), ("a", .add), ("e", .edit),
        ("d", .delete), ("u", .undo), ("Ctrl-R", .redo), ("Enter", .open), ("o", .open),
        ("y", .copyURL), ("/", .filter), ("s", .sort), ("l", .details), ("Right", .details),
        ("Tab", .nextPane), ("[", .toggleSidebar), ("]", .togglePreview), ("N", .toggleUnread),
        ("z", .toggleArchived), ("C", .airplane), ("R", .sync), ("M", .messages), ("?", .help),
        ("F1", .help), ("Ctrl-L", .redraw), ("Ctrl-Z", .suspend), ("q", .quit),
        ("Ctrl-C", .quitAnywhere), ("Esc", .clear),
    ]) func theListHasTheKeysPeopleExpect(_ name: String, _ action: ActionID) throws {
        let key = try #require(Key(name: name))
        #expect(KeyMap.standard.started(by: key, in: .list)?.id == action)
    }
}
