import Foundation
import Glibc

/// A program beside the tests, and a shell that ends it when the tests are gone.
final class BrowserProcess: Sendable {
    private let lifeline: FileHandle

    /// - Parameter log: the file for the program's output.
    init(_ arguments: [String], log: String, environment: [String: String] = [:]) throws {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        let script = "log=$1; shift; \"$@\" </dev/null >>\"$log\" 2>&1 & read _; kill -9 $!"
        shell.arguments = ["-c", script, "sh", log] + arguments
        let inherited = ProcessInfo.processInfo.environment
        shell.environment = inherited.merging(environment) { _, own in own }
        let input = Pipe()
        shell.standardInput = input
        // A reader that waits for the end of the tests' output must not wait for the shell.
        (shell.standardOutput, shell.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        // Otherwise, a browser that is started next would keep the pipe open.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        try shell.run()
        lifeline = input.fileHandleForWriting
    }

    deinit { try? lifeline.close() }

    /// The path of a program; `nil` if it is not installed.
    static func path(_ program: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }
}
