import Foundation
import ScratchFolder
import Synchronization
import TestSupport

/// A home on a disk of its own, which can be filled. If mounting is not allowed, it is on the usual
/// disk.
final class TorturedHome: Sendable {
    let home: Mutex<Home>
    let path: String
    let folder: String
    /// The process that keeps the disk mounted.
    private let holder: Int?

    static let diskMegabytes = 48

    init(_ home: Home, onSmallDisk: Bool) throws {
        self.home = Mutex(home)
        path = home.path
        folder = home.folder.path
        guard onSmallDisk else {
            holder = nil
            return
        }
        // The script ends with the test, however the test ends.
        let script = """
            mkdir -p "$CLOUDY_HOME"
            mount -t tmpfs -o size=\(Self.diskMegabytes)m,mode=700 tmpfs "$CLOUDY_HOME" || exit 99
            echo $$ > "$HOME/holder.new" && mv "$HOME/holder.new" "$HOME/holder"
            while kill -0 $PPID 2>/dev/null && [ ! -e "$HOME/end" ]; do sleep 0.2; done
            """
        DispatchQueue(label: "disk").async { [folder] in
            _ = try? Command(
                "unshare", ["-rm", "sh", "-c", script],
                environment: [
                    "HOME": folder, "CLOUDY_HOME": folder + "/home",
                    "PATH": Command.inheritedEnvironment["PATH"] ?? "/usr/bin:/bin",
                ]
            ).run(timeout: .seconds(86_400))
        }
        let file = folder + "/holder"
        guard wait(until: { FileManager.default.fileExists(atPath: file) }),
            let text = try? String(contentsOfFile: file, encoding: .utf8),
            let process = Int(text.filter(\.isNumber))
        else { throw TerminalFailure("the small disk could not be mounted") }
        holder = process
    }

    /// Unmounts the disk.
    func end() { _ = FileManager.default.createFile(atPath: folder + "/end", contents: nil) }

    /// The words of a command line that runs a program with the mounted disk.
    func words(_ program: String, _ arguments: [String]) -> [String] {
        guard let holder else { return [program] + arguments }
        return ["nsenter", "-U", "--preserve-credentials", "-m", "-t", "\(holder)", program]
            + arguments
    }

    /// Runs Cloudy, or another program, to its end. With a number of seconds, the program is killed
    /// with `kill -9` after that time.
    func run(
        _ arguments: [String], program: String = Places.program, killAfter seconds: Double? = nil
    ) throws -> Command.Outcome {
        var words = words(program, arguments)
        if let seconds { words = ["timeout", "--foreground", "-s", "KILL", "\(seconds)"] + words }
        let home = home.withLock { $0 }
        return try home.run(Array(words.dropFirst()), program: words[0])
    }

    func shell(_ line: String) throws -> Command.Outcome {
        try run(["-c", line], program: "sh")
    }

    func open(device: String) throws -> Terminal {
        let words = words(Places.program, ["--device", device])
        let home = home.withLock { $0 }
        return try home.open(Array(words.dropFirst()), columns: 110, program: words[0])
    }

    func list(device: String) throws -> [ListedBookmark] {
        let outcome = try run(["list", "--json", "--device", device])
        guard outcome.status == 0 else { throw TerminalFailure(outcome.errors) }
        return try JSONDecoder().decode([ListedBookmark].self, from: Data(outcome.output.utf8))
    }

    func verify(device: String) throws -> VerifiedDevice {
        let outcome = try run(["verify", "--json", "--device", device])
        guard
            let found = try? JSONDecoder().decode(
                VerifiedDevice.self, from: Data(outcome.output.utf8))
        else { throw TerminalFailure("verify \(outcome.status): \(outcome.errors)") }
        return found
    }
}
