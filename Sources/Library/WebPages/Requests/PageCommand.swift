import Bookmarks
import Subprocess
import SystemPackage

/// A program that a person named to fetch pages for saving, such as a headless browser. It gets the
/// URL as an argument, without a shell, and prints the page.
public struct PageCommand: Sendable, Hashable {
    /// The program's name on PATH, or its path.
    public let program: String
    private let arguments: [String]
    private let seconds: Int

    /// The maximum time in seconds: a browser runs the scripts of the page.
    public static let seconds = 120

    /// Reads the words of a command, separated by blanks. `%s` stands for the URL, which otherwise
    /// comes last. `nil` if there are no words.
    public init?(_ command: String, seconds: Int = Self.seconds) {
        let words = command.split(separator: " ").map(String.init)
        guard let program = words.first else { return nil }
        self.program = program
        arguments = Array(words.dropFirst())
        self.seconds = seconds
    }

    /// Returns the arguments for a URL, which begins with `http` and is never an option.
    func arguments(for target: WebTarget) -> [String] {
        arguments.contains { $0.contains("%s") }
            ? arguments.map { $0.replacing("%s", with: target.url) } : arguments + [target.url]
    }

    /// Returns the page that the program prints for a URL, of at most `limit` bytes.
    func fetch(_ target: WebTarget, limit: Int) async throws(WebFailure) -> WebAnswer {
        let (body, status, message) = try await run(target, limit)
        if body.count > limit { throw .tooLarge(limit: limit) }
        let said = message.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) }
        let detail = said.map { " (\($0.prefix(120)))" } ?? ""
        switch status {
        case .exited(0) where body.isEmpty:
            throw WebFailure(.refused, "\(program) printed nothing\(detail)")
        case .exited(0): break
        case .exited(let code):
            throw WebFailure(.refused, "\(program) failed with status \(code)\(detail)")
        case .signaled(let signal):
            throw WebFailure(.refused, "signal \(signal) ended \(program)\(detail)")
        }
        // A page declares its encoding; without a declaration it is UTF-8, which programs print.
        let isPDF = body.starts(with: "%PDF-".utf8)
        return WebAnswer(
            status: 200, url: target.url, contentType: isPDF ? "application/pdf" : "text/html",
            body: body)
    }

    private func run(
        _ target: WebTarget, _ limit: Int
    ) async throws(WebFailure) -> ([UInt8], TerminationStatus, String) {
        do {
            return try await withThrowingTaskGroup(
                of: ([UInt8], TerminationStatus, String)?.self
            ) { group in
                group.addTask { try await runToEnd(target, limit) }
                group.addTask { [seconds] in
                    try await Task.sleep(for: .seconds(seconds))
                    return nil
                }
                defer { group.cancelAll() }
                guard let first = try await group.next(), let result = first else {
                    let limit = counted(seconds, "second")
                    throw WebFailure(.refused, "\(program) took longer than \(limit)")
                }
                return result
            }
        } catch let failure as WebFailure {
            throw failure
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw WebFailure(
                .noFetcher,
                "\(program) is not installed, and the setting save-command names it. Install it, "
                    + "or type: cloudy settings unset save-command")
        } catch {
            if Task.isCancelled { throw WebFailure(.interrupted, "it was cancelled") }
            throw WebFailure(.noFetcher, "cannot run \(program): \(error)")
        }
    }

    private func runToEnd(
        _ target: WebTarget, _ limit: Int
    ) async throws -> ([UInt8], TerminationStatus, String) {
        var options = PlatformOptions()
        // Child processes end with the program, and the terminal's signals do not reach it.
        options.processGroupID = 0
        options.teardownSequence = [
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .seconds(2))
        ]
        let result = try await Subprocess.run(
            program.contains("/") ? .path(.init(program)) : .name(program),
            arguments: .init(arguments(for: target)), platformOptions: options, input: .none,
            output: .sequence, error: .string(limit: 1 << 16)
        ) { execution in
            var body: [UInt8] = []
            for try await piece in execution.standardOutput {
                body += piece.withUnsafeBytes { Array($0) }
                if body.count > limit { break }
            }
            if body.count > limit { try? execution.send(signal: .kill, toProcessGroup: true) }
            return body
        }
        try Task.checkCancellation()
        return (result.closureResult, result.terminationStatus, result.standardError)
    }
}
