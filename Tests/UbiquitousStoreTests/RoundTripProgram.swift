import Foundation
import ScratchFolder
import TestSupport

/// The example Examples/roundtrip, run as a process.
struct RoundTripProgram {
    /// The program as it was built, beside the tests.
    static let path = Places.built("roundtrip")

    let folder: ScratchFolder
    var device = "desk"
    /// The value of `$UBIQUITY_KVSTORE_IDENTIFIER`; with `nil`, the program chooses.
    var identifier: String?

    private var environment: [String: String] {
        var environment = Command.inheritedEnvironment
        environment["CLOUDY_HOME"] = folder.path("home")
        environment["CLOUDY_DEVICE"] = device
        environment["UBIQUITY_KVSTORE_IDENTIFIER"] = identifier
        return environment
    }

    @discardableResult
    func run(_ arguments: String...) throws -> Command.Outcome {
        try Command(Self.path, arguments, environment: environment).run()
    }

    /// A program that watches until it gets a signal.
    func watch(_ arguments: String...) throws -> Watcher {
        let output = folder.path("watch-\(device)")
        let script = """
            ( "$0" watch "$@" > "$OUTPUT" 2>&1 & echo $! > "$OUTPUT.pid"
              wait $!; echo "ended with $?" >> "$OUTPUT" ) > /dev/null 2>&1 &
            """
        var environment = environment
        environment["OUTPUT"] = output
        try Command("sh", ["-c", script, Self.path] + arguments, environment: environment).run()
        return Watcher(path: output)
    }

    /// The output of a program so far.
    struct Watcher {
        let path: String

        var lines: [String] {
            (try? String(contentsOfFile: path, encoding: .utf8))?
                .split(separator: "\n").map(String.init) ?? []
        }

        /// Sends a signal to the program.
        func send(_ signal: Int32) {
            guard let text = try? String(contentsOfFile: path + ".pid", encoding: .utf8),
                let process = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
            else { return }
            kill(process, signal)
        }
    }
}
