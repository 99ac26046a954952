import ArgumentParser

/// The output options of commands that change bookmarks.
struct ChangeFormat: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print what was changed as a JSON object.",
            discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false

    /// The output if nothing was changed; `nil` for a person, who gets a reason.
    var nothing: String? { json ? JSON.changed([]) : nil }

    /// Reports the changed bookmarks to a program, and their number to a person, unless exactly one
    /// was named: that person needs no confirmation.
    func report(_ ids: [String], of targets: TargetOptions, _ words: String) {
        if json { say(JSON.changed(ids)) } else if !targets.isSingle { complain(words) }
    }
}
