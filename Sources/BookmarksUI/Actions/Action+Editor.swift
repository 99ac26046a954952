import Screen

extension Action {
    static let editorActions = [
        Action(
            .editText, [.character("E")], "Edit the bookmark or all marked as text in $EDITOR",
            .bookmarks, in: [.list, .detail, .editMenu],
            hint: ActionHint(label: "as text", priority: 18), need: .targets)
    ]
}
