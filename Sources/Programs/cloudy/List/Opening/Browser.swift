import Bookmarks
import Subprocess
import SystemPackage

/// The program that opens an address, as an argument vector and never as a shell's line.
struct Browser: Sendable {
    let program: String
    let arguments: [String]
    /// Whether the program draws in this terminal, which must be given to it then.
    let needsTerminal: Bool
    /// The setting or variable that names it; `nil` if none does.
    private let source: String?

    /// Browsers that draw in the terminal.
    private static let terminalBrowsers: Set<String> = [
        "w3m", "lynx", "links", "links2", "elinks", "browsh", "carbonyl", "chawan", "cha",
    ]

    /// Finds the browser: the setting, else the first of `$BROWSER`, a list separated by colons, in
    /// both of which `%s` stands for the address, else `xdg-open`. Throws ``BrowserError`` for an
    /// address that must not be handed to other programs.
    init(for url: String, setting: String?, environment: [String: String]) throws {
        guard WebAddress(stored: url).isOpenable else { throw BrowserError.notOpenable(url) }
        let variable = environment["BROWSER"]?.split(separator: ":").first.map(String.init)
        let command = setting ?? variable
        source = setting != nil ? "the setting browser" : variable != nil ? "BROWSER" : nil
        let words = (command ?? "xdg-open").split(separator: " ").map(String.init)
        program = words.first ?? "xdg-open"
        let rest = words.dropFirst()
        arguments =
            rest.contains { $0.contains("%s") }
            ? rest.map { $0.replacing("%s", with: url) } : rest + [url]
        let name = program.split(separator: "/").last.map(String.init) ?? program
        needsTerminal = Self.terminalBrowsers.contains(name)
    }

    /// Whether nothing here can open an address where the person sits: it is a connection by SSH,
    /// no browser is set, and no display is at hand.
    static func isOutOfReach(setting: String?, environment: [String: String]) -> Bool {
        func has(_ name: String) -> Bool { environment[name]?.isEmpty == false }
        return setting == nil && !has("BROWSER") && !has("DISPLAY") && !has("WAYLAND_DISPLAY")
            && (has("SSH_CONNECTION") || has("SSH_TTY"))
    }

    private var executable: Executable {
        program.contains("/") ? .path(.init(program)) : .name(program)
    }

    /// Runs the browser in this terminal and waits for it.
    func runHere() async throws {
        _ = try await result {
            try await run(
                executable, arguments: .init(arguments), input: .currentStandardInput,
                output: .currentStandardOutput, error: .currentStandardError)
        }
    }

    /// Runs the browser in a session of its own, so that it outlives this program.
    private func runApart() async throws {
        var options = PlatformOptions()
        options.createSession = true
        try await result {
            try await run(
                executable, arguments: .init(arguments), platformOptions: options, input: .none,
                output: .discarded, error: .discarded)
        }
    }

    /// Runs several, none of which waits for another: a browser may end long after. Returns the
    /// errors of those that failed, by their places.
    static func runApart(_ browsers: [Browser]) async -> [Int: any Error] {
        await withTaskGroup(of: (Int, (any Error)?).self) { group in
            for (place, browser) in browsers.enumerated() {
                group.addTask {
                    do {
                        try await browser.runApart()
                        return (place, nil)
                    } catch {
                        return (place, error)
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    private func result<Output, Failure>(
        _ body: () async throws -> ExecutionResult<Void, Output, Failure>
    ) async throws {
        let status: TerminationStatus
        do {
            status = try await body().terminationStatus
        } catch {
            throw source.map { BrowserError.cannotRun(program, source: $0) } ?? .noBrowser
        }
        if !status.isSuccess { throw BrowserError.failed(program) }
    }
}

/// The reason why an address was not opened.
enum BrowserError: Error, CustomStringConvertible {
    case notOpenable(String)
    /// The named browser is not installed.
    case cannotRun(String, source: String)
    /// Nothing says what opens addresses.
    case noBrowser
    case failed(String)

    var description: String {
        switch self {
        case .notOpenable(let url):
            "Only http, https, ftp, gopher, gemini, mailto and file addresses can be opened, "
                + "not \(url.prefix(60))."
        case .cannotRun(let program, let source):
            "Cannot run \(program), set by \(source). Install it, or name an installed program."
        case .noBrowser:
            "Nothing here opens addresses: xdg-open is missing. Install xdg-utils, or name a "
                + "browser, such as BROWSER=w3m."
        case .failed(let program):
            "\(program) could not open it. Is there a display? To use another browser, set BROWSER."
        }
    }
}
