import ArgumentParser

// The parser finds out what a command can be told by reflecting on it, which takes longer than most
// of what people type most runs. So these commands are set up for their plainest arguments without
// it. Whatever else is said, the parser reads.

extension Cloudy {
    /// The command, when its arguments are so plain that no parser is needed to read them.
    static func plain(_ name: String, _ arguments: [String]) -> (any ParsableCommand)? {
        switch name {
        case "add": Add.plain(arguments)
        case "list": List.plain(arguments)
        default: nil
        }
    }
}

extension Add {
    /// `add URL`, and `add URL --name NAME`.
    static func plain(_ arguments: [String]) -> Add? {
        let isNamed = arguments.count == 3 && arguments[1] == "--name" && isWord(arguments[2])
        guard arguments.count == 1 || isNamed, isWord(arguments[0]) else { return nil }
        var command = Add()
        command.url = arguments[0]
        command.name = isNamed ? arguments[2] : ""
        command.tag = []
        command.folder = ""
        command.notes = ""
        command.evenIfThere = false
        command.fetch = nil
        command.json = false
        command.options = .withoutArguments()
        return command
    }
}

extension List {
    /// `list WORD…`, and with `--json` before, among or after the words.
    static func plain(_ arguments: [String]) -> List? {
        let words = arguments.filter { $0 != "--json" }
        guard words.allSatisfy(isWord), arguments.count - words.count <= 1 else { return nil }
        var command = List()
        command.query = words
        command.held = false
        command.sort = nil
        command.output = .withoutArguments()
        command.output.json = words.count < arguments.count
        command.options = .withoutArguments()
        return command
    }
}

extension RowOutput {
    /// How bookmarks are printed when nothing is said of it.
    static func withoutArguments() -> RowOutput {
        var output = RowOutput()
        output.json = false
        output.format = nil
        output.isNullSeparated = false
        output.limit = nil
        output.paging = PagingOptions()
        output.paging.noPager = false
        output.noLinks = false
        return output
    }
}

/// Whether an argument is no option, and can be none.
private func isWord(_ argument: String) -> Bool { !argument.hasPrefix("-") }
