import Foundation
import ScratchFolder
import TestSupport

/// An example that reads and prints lines, run as a process until this object is deallocated.
final class TalkingProgram {
    private let output: String
    private let input: FileHandle

    /// - Parameter device: a device on which no other program of this kind runs.
    init(_ program: String, in folder: ScratchFolder, device: String) throws {
        output = folder.path("\(program)-\(device)")
        let pipe = output + ".in"
        let script = """
            [ -p "$OUTPUT.in" ] || mkfifo "$OUTPUT.in"; : > "$OUTPUT"
            ( "$0" < "$OUTPUT.in" > "$OUTPUT" 2>&1 & echo $! > "$OUTPUT.pid"
              wait $!; echo "ended with $?" >> "$OUTPUT" ) > /dev/null 2>&1 &
            """
        var environment = Self.environment(folder, device)
        environment["OUTPUT"] = output
        try Command("sh", ["-c", script, Places.built(program)], environment: environment).run()
        // The program waits for this end of the pipe to be opened, while opening for updating waits
        // for nothing.
        input = try FileHandle(forUpdating: URL(fileURLWithPath: pipe))
    }

    deinit { send(SIGKILL) }

    static func environment(_ folder: ScratchFolder, _ device: String) -> [String: String] {
        var environment = Command.inheritedEnvironment
        environment["CLOUDY_HOME"] = folder.path("home")
        environment["CLOUDY_DEVICE"] = device
        environment["UBIQUITY_KVSTORE_IDENTIFIER"] = nil
        return environment
    }

    /// Runs a program to its end with all of its input at once.
    static func run(
        _ program: String, in folder: ScratchFolder, device: String, _ lines: String...
    ) throws -> [String] {
        let outcome = try Command(
            Places.built(program), environment: environment(folder, device),
            input: lines.map { $0 + "\n" }.joined()
        ).run()
        return (outcome.output + outcome.errors).split(separator: "\n").map(String.init)
    }

    /// Types lines.
    func type(_ lines: String...) { input.write(Data(lines.map { $0 + "\n" }.joined().utf8)) }

    /// The lines that the program has printed so far.
    var lines: [String] {
        (try? String(contentsOfFile: output, encoding: .utf8))?
            .split(separator: "\n").map(String.init) ?? []
    }

    /// Waits until the program has printed a line after the first `count`; returns whether that was
    /// in time.
    func prints(_ line: String, after count: Int = 0) async -> Bool {
        await eventually { lines.dropFirst(count).contains(line) }
    }

    /// Sends the program a signal.
    func send(_ signal: Int32) {
        guard let text = try? String(contentsOfFile: output + ".pid", encoding: .utf8),
            let process = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)),
            lines.last?.hasPrefix("ended with") != true
        else { return }
        kill(process, signal)
    }

    /// Waits until the program has ended; returns whether that was in time.
    func ends() async -> Bool {
        await eventually { lines.last?.hasPrefix("ended with") == true }
    }
}
