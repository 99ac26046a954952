import ArgumentParser

/// How a command says what it changed: one way for all that change bookmarks.
struct ChangeFormat: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print what was changed as a JSON object.",
            discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false

    /// The output where nothing was changed; `nil` for a person, who is told why.
    var nothing: String? { json ? JSON.changed([]) : nil }

    /// Says to a program which bookmarks were changed, and to a person how many, unless just one
    /// was named: then a person who gave the command needs no message that it was done.
    func report(_ ids: [String], of targets: TargetOptions, _ words: String) {
        if json { say(JSON.changed(ids)) } else if !targets.isOne { complain(words) }
    }
}
