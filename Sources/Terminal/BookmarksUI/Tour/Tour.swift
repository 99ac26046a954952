import Screen

extension ActionContext {
    public static let tour = ActionContext("tour")
}

extension ActionID {
    public static let tour = ActionID("tour")
}

/// Three steps in which two terminals show what Cloudy does, and how to use a server.
struct Tour: TextPage {
    static let context = ActionContext.tour
    static let actions = [
        Action(
            .tour, [.character("W")], "Show a tour: try two terminals, use a server",
            .program, in: [.list, .help], also: "walkthrough introduction demo")
    ]

    /// The number of lines above the screen.
    var scroll = 0

    static func opened(by action: ActionID, in view: ShellView) -> Tour? {
        action == .tour ? Tour() : nil
    }

    func heading(in view: ShellView) -> [String] { ["Tour"] }

    func lines(in view: ShellView) -> [TextLine] {
        let width = view.size.columns
        func text(_ text: String) -> [TextLine] {
            view.measure.wrapped(text, to: width - 2).map { TextLine($0) }
        }
        func command(_ text: String) -> [TextLine] {
            view.measure.wrapped(text, to: width - 6).map { TextLine($0, .hintKey, at: 5) }
        }
        func step(_ number: Int, _ text: String) -> [TextLine] {
            view.measure.wrapped(text, to: width - 6).enumerated().map { index, line in
                TextLine(index == 0 ? "\(number)." : "", .label).adding(line, at: 5)
            }
        }
        func key(_ id: ActionID) -> String { view.keys.name(of: id) ?? "the key for \(id)" }
        var lines = [TextLine(), TextLine("Two terminals", .heading)]
        lines += step(1, "Open two terminals side by side, and type one of these lines in each:")
        lines += command("CLOUDY_HOME=/tmp/tour cloudy --device laptop")
        lines += command("CLOUDY_HOME=/tmp/tour cloudy --device phone")
        lines += text("They act as two machines. Your own bookmarks are elsewhere.")
        lines += step(
            2, "Press \(key(.add)) in one and add a bookmark. The other shows it at once.")
        lines += step(
            3,
            "Press \(key(.airplane)) in both: they are offline. Give the bookmark another name in "
                + "each with \(key(.edit)), then press \(key(.airplane)) in both again. The list "
                + "shows the later name with a \(view.symbols.conflict). Press \(key(.details)) to "
                + "see both names and choose one.")
        lines += [TextLine(), TextLine("A server", .heading)]
        lines += text("To show the same bookmarks on several machines, type on each, in a shell:")
        lines += command("cloudy cloud use https://cloud.example.org")
        lines += text("To run a server of your own: man cloudyd")
        return lines
    }
}
