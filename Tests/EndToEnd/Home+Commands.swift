import FoundationEssentials
import TestSupport
import Testing

/// A bookmark as `cloudy list --json` prints it.
struct ListedBookmark: Decodable, Hashable {
    var id: String
    var name: String
    var url: String
    var tags: [String]
    var notes: String
    var device: String
    var conflicts: [String]
}

/// The output of `cloudy status --json`, as far as the tests use it.
struct ReportedStatus: Decodable, Hashable {
    var device: String
    var bookmarks: Int
    var unsent: Int
    var state: String
}

extension Home {
    /// Leaves the server at the end of a test: its agent then ends at once, and not a minute later.
    func leaveServer() { _ = try? run("cloud", "leave", "--without-documents") }

    /// Runs a command that must succeed.
    @discardableResult
    func ok(
        _ arguments: String..., input: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Command.Outcome {
        try ok(arguments, input: input, sourceLocation: sourceLocation)
    }

    @discardableResult
    func ok(
        _ arguments: [String], input: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Command.Outcome {
        let outcome = try run(arguments, input: input)
        try #require(
            outcome.status == 0, "\(arguments): \(outcome.errors)", sourceLocation: sourceLocation)
        return outcome
    }

    /// Adds a bookmark by command and returns its id.
    @discardableResult
    func add(
        _ url: String, name: String, tags: [String] = [], device: String = "here",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let options = tags.flatMap { ["--tag", $0] } + ["--device", device]
        let outcome = try run(["add", url, "--name", name] + options)
        try #require(
            outcome.status == 0, "add must succeed: \(outcome.errors)",
            sourceLocation: sourceLocation)
        return outcome.output.split(separator: "\n").first.map(String.init) ?? ""
    }

    /// Gives a device bookmarks named “Page 100” and so on, the last one the newest, all at once
    /// with a property list written by hand.
    func fill(_ count: Int, device: String = "here") throws {
        let script = """
            import datetime, os, plistlib, sys
            os.makedirs(sys.argv[1], exist_ok=True)
            plistlib.dump({"bookmarks": [
                {"name": f"Page {100 + i}", "url": f"https://a.example/{100 + i}",
                 "added": datetime.datetime(2026, 1, 1) + datetime.timedelta(minutes=i)}
                for i in range(int(sys.argv[2]))
            ]}, open(sys.argv[1] + "/defaults.plist", "wb"))
            """
        _ = try python(script, deviceFolder(device), "\(count)")
        #expect(try list(device: device).count == count)
        try sync(device: device)
    }

    /// Lets a device list its cloud for the first time. Bookmarks in that first listing are not
    /// remote changes.
    func sync(device: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let outcome = try run("sync", "--device", device)
        try #require(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    }

    /// The bookmarks of a device, newest first.
    func list(_ query: String..., device: String = "here") throws -> [ListedBookmark] {
        let outcome = try run(["list", "--json", "--device", device] + query)
        return try JSONDecoder().decode([ListedBookmark].self, from: Data(outcome.output.utf8))
    }

    func status(device: String = "here") throws -> ReportedStatus {
        let outcome = try run("status", "--json", "--device", device)
        return try JSONDecoder().decode(ReportedStatus.self, from: Data(outcome.output.utf8))
    }

    /// Runs a shell line in a terminal, where `$0` is the program, and prints its exit status. The
    /// output stays on the screen.
    func openShell(_ line: String, columns: Int = 99) throws -> Terminal {
        try open(
            ["-c", "\(line); echo \"status $?\"; read line", Places.program], columns: columns,
            program: "sh")
    }

    /// Opens the list of a device and waits until it shows.
    func openList(
        device: String = "here", columns: Int = 99, rows: Int = 24,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Terminal {
        let terminal = try open("--device", device, columns: columns, rows: rows)
        try terminal.expect("Cloudy", device, sourceLocation: sourceLocation)
        return terminal
    }
}

extension Home {
    /// A shell line for the folder of a device: waits until no process accepts connections on the
    /// agent's socket, since a killed agent may do so for a moment.
    var untilAgentIsGone: String {
        """
        while '\(Self.pythonItself)' -c 'import socket; socket.socket(socket.AF_UNIX).connect(
        open("agent").readline().strip())' 2>/dev/null; do :; done
        """
    }
}

extension Terminal {
    /// Adds a bookmark with the form, as a person does.
    func add(
        _ url: String, name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try press("a")
        try expect("URL", "Notes", sourceLocation: sourceLocation)
        try type(url)
        try press("Enter")
        try type(name)
        try press("Enter")
        // A message about a cloud may already have replaced this one.
        try expect("“\(name)” must be added", sourceLocation: sourceLocation) {
            $0.contains("Added “\(name)”") || $0.contains("> \(name)")
        }
    }

    /// Opens the form of the selected bookmark and replaces the text of one field.
    func edit(
        _ field: EditedField, _ text: String, save: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try press("e")
        try expect("URL", "Notes", sourceLocation: sourceLocation)
        for _ in 0..<field.rawValue { try press("Tab") }
        try press("C-e", "C-u")
        try type(text)
        // A signal that follows would overtake the keys.
        try expect(text, sourceLocation: sourceLocation)
        guard save else { return }
        try press("C-o")
        try expect("the edit must be saved", sourceLocation: sourceLocation) {
            $0.contains("Saved “") || !$0.contains("Notes")
        }
    }

    /// The row on which a text appears, from 0.
    func row(of text: String) throws -> Int? {
        try screen.split(separator: "\n", omittingEmptySubsequences: false)
            .firstIndex { $0.contains(text) }
    }
}

/// The fields of the form, in their order.
enum EditedField: Int {
    case url, name, tags, folder, notes, description
}
