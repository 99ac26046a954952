import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc

struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "undo",
        abstract: "Undo the latest change made on this device.",
        discussion: """
            Undoes changes of all terminals and commands; repeat the command to undo earlier ones. \
            Fields that someone edited since stay as they are, and undo names them. The latest 500 \
            changes are kept; an import counts as one. Examples: cloudy undo; cloudy undo --list
            """)

    @Flag(help: "Print what could be undone, latest first; change nothing.")
    var list = false

    @Flag(
        help: ArgumentHelp(
            "Print JSON: an array of objects with --list, otherwise one object.",
            discussion: """
                Fields: title, made (seconds since 1970), by (command, list, closed list, page, \
                linkding, floccus or profile), program (the name of its token or profile, or \
                null), bookmarks and documents (how many of each); without --list also ids, \
                changed (how many are different now) and stayed (an array of id, name, fields and \
                forgotten).
                """))
    var json = false

    @OptionGroup var paging: PagingOptions

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            if list { return try printSteps(options, paging, json: json, isUndo: true) }
            try reverse(options, json: json, isUndo: true)
        }
    }
}

struct Redo: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "redo",
        abstract: "Redo the latest undone change.",
        discussion: """
            After any new change on this device there is nothing to redo; an open list can still \
            redo its own undo. See cloudy undo --help. Examples: cloudy redo; cloudy redo --list
            """)

    @Flag(help: "Print what could be redone, next first; change nothing.")
    var list = false

    @Flag(help: "Print JSON, like cloudy undo.")
    var json = false

    @OptionGroup var paging: PagingOptions

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            if list { return try printSteps(options, paging, json: json, isUndo: false) }
            try reverse(options, json: json, isUndo: false)
        }
    }
}

/// Returns the steps that can be undone or redone, the next first.
private func keptSteps(_ controller: BookmarksController, isUndo: Bool) throws -> [KeptStep] {
    let steps = try isUndo ? controller.undoableSteps() : controller.redoableSteps()
    if let problem = controller.takeUndoProblem() { complain(problem) }
    return steps
}

private func printSteps(
    _ options: HomeOptions, _ paging: PagingOptions, json: Bool, isUndo: Bool
) throws {
    let home = try options.open(makesDevice: false)
    let controller = home.makeController(mirror: try options.openMirror(of: home))
    let steps = try keptSteps(controller, isUndo: isUndo)
        .map { ($0, documents: controller.documents(in: $0)) }
    if json {
        say(JSON.lines(steps.map(object)))
    } else {
        let headings = ["Made", "By", "What", "Change"]
        try paging.print(TerminalTable.lines(headings, steps.map(fields)), options)
        if steps.isEmpty { explainEmpty(isUndo ? "Nothing to undo." : "Nothing to redo.") }
    }
}

private func reverse(_ options: HomeOptions, json: Bool, isUndo: Bool) throws {
    let home = try options.open(makesDevice: false)
    let mirror = try options.openMirror(of: home)
    let controller = home.makeController(mirror: mirror)
    let steps = try keptSteps(controller, isUndo: isUndo)
    let verb = isUndo ? "Undoing" : "Redoing"
    let reversal = try editing(steps.first?.changes ?? 0, verb, home, mirror) { controller in
        try isUndo ? controller.undo() : controller.redo()
    }
    if let problem = controller.takeUndoProblem() { complain(problem) }
    // Redo may restore a version of a note next to another one: merge them again.
    if !isUndo, reversal?.documents ?? 0 > 0 {
        _ = try? waitFor(seconds: 5) { try await home.mergeNotes() }
    }
    guard let reversal else {
        complain(isUndo ? "Nothing to undo." : "Nothing to redo.")
        throw ExitCode(.nothingFound)
    }
    let when = reversal.timeText(ListSession.now())
    let outcome = reversal.outcome(isUndo ? "Undone" : "Redone")
    say(
        json
            ? object(reversal)
            : harmless(
                "\(outcome): \(reversal.title) (\(reversal.session.words), \(when))"))
    if !reversal.isWhole {
        complain(
            (reversal.isAnything ? "Partly done: " : "Nothing changed: ")
                + reversal.stayingWords + ".")
    } else if !reversal.isAnything {
        complain(whatNext(after: reversal, steps.dropFirst().first, isUndo: isUndo))
    }
    if let words = reversal.forgottenWords { complain("\(words) and cannot be restored.") }
    finish(home, mirror, isOffline: options.offline)
    if !reversal.isAnything { throw ExitCode(.nothingFound) }
}

/// Returns the commands to suggest if nothing had to be done.
private func whatNext(after reversal: Reversal, _ next: KeptStep?, isUndo: Bool) -> String {
    let (again, other) = isUndo ? ("undo", "redo") : ("redo", "undo")
    let place = isUndo ? "before" : "after"
    var words =
        reversal.isForgotten
        ? "It cannot be restored."
        : isUndo ? "The change was already undone." : "The change was already redone."
    words +=
        next.map { " To \(again) the step \(place) it (\($0.title)): cloudy \(again)." }
        ?? " There is no step \(place) it."
    if !reversal.isForgotten {
        words += " To \(isUndo ? "redo it here: cloudy \(other)" : "undo it here: cloudy \(other)")"
    }
    return words
}

private func fields(_ step: KeptStep, documents: Int) -> [String] {
    let changed = [(step.changes - documents, "bookmark"), (documents, "document")]
        .filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    return [
        localTime(step.made, now: 0), step.session.words, changed.joined(separator: ", "),
        step.title,
    ]
}

private func object(_ step: KeptStep, documents: Int) -> String {
    JSON.object([
        "bookmarks": "\(step.changes - documents)", "by": JSON.string(step.session.kind),
        "documents": "\(documents)", "made": JSON.number(step.made),
        "program": step.session.program, "title": JSON.string(step.title),
    ])
}

private func object(_ reversal: Reversal) -> String {
    let stayed = reversal.staying.map { staying in
        JSON.object([
            "fields": JSON.array(staying.fields.map(JSON.string)),
            "forgotten": staying.isForgotten ? "true" : "false",
            "id": JSON.string(staying.id), "name": JSON.string(staying.name),
        ])
    }
    return JSON.object([
        "bookmarks": "\(reversal.ids.count - reversal.documents)",
        "by": JSON.string(reversal.session.kind), "changed": "\(reversal.changed)",
        "documents": "\(reversal.documents)", "ids": JSON.array(reversal.ids.map(JSON.string)),
        "made": JSON.number(reversal.made), "program": reversal.session.program,
        "stayed": JSON.array(stayed), "title": JSON.string(reversal.title),
    ])
}

extension EditSession {
    /// The kind of session, for other programs.
    fileprivate var kind: String { isList ? "list" : door?.door.rawValue ?? rawValue }

    /// The name of the token or profile of a program at a door.
    fileprivate var program: String { door.map { JSON.string($0.name) } ?? "null" }
}
