import BookmarkServer
import Foundation
import Glibc
import ScratchFolder

/// Firefox, driven through its own protocol.
///
/// Source: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
actor Marionette: Browser.Driver {
    private let folder: ScratchFolder
    private let process: BrowserProcess
    private let socket: Int32
    private var last = 0
    private var received: [UInt8] = []
    /// The folder of the profile.
    nonisolated let profile: String

    init(isScripting: Bool, home: String?) async throws {
        guard let program = BrowserProcess.path("firefox-esr") ?? BrowserProcess.path("firefox")
        else { throw Browser.Failure(description: "firefox-esr is missing: make test-browsers") }
        folder = ScratchFolder()
        profile = home.map { "\($0)/.mozilla/firefox/ab.default" } ?? folder.path("profile")
        try FileManager.default.createDirectory(
            atPath: profile, withIntermediateDirectories: true)
        let preferences = [
            ("marionette.port", "0"), ("javascript.enabled", "\(isScripting)"),
            ("dom.disable_open_during_load", "false"), ("app.update.disabledForTesting", "true"),
            ("browser.startup.page", "0"), ("browser.shell.checkDefaultBrowser", "false"),
            ("datareporting.policy.dataSubmissionEnabled", "false"),
            ("network.captive-portal-service.enabled", "false"),
            ("network.connectivity-service.enabled", "false"),
            ("xpinstall.signatures.required", "false"),
            // Tab also moves to links, as on most systems.
            ("accessibility.tabfocus", "7"),
        ]
        let lines = preferences.map { "user_pref(\"\($0)\", \($1));\n" }.joined()
        try Data(lines.utf8).write(to: URL(fileURLWithPath: profile + "/user.js"))
        process = try BrowserProcess(
            [
                program, "--headless", "--marionette", "--remote-allow-system-access",
                "--no-remote", "--profile", profile,
            ], log: folder.path("log"),
            environment: [
                "HOME": home ?? folder.path, "TMPDIR": folder.path, "MOZ_HEADLESS": "1",
                "MOZ_CRASHREPORTER_DISABLE": "1",
            ])
        let path = profile + "/MarionetteActivePort"
        let port = try await awaited {
            UInt16(String(decoding: contents(ofFile: path), as: UTF8.self))
        }
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Browser.Failure(description: "no Marionette at \(port)") }
        _ = try await receive()
        _ = try await send("WebDriver:NewSession", [:])
    }

    deinit { close(socket) }

    func call(_ command: Browser.Command) async throws -> JSONValue {
        let answer = try await send(command.name, command.parameters)
        return answer["value"] ?? answer
    }

    /// Runs a script in the browser's own context, and returns the value that it passes to its last
    /// argument.
    func wait(forScriptOfBrowser script: String) async throws -> JSONValue {
        _ = try await send("Marionette:SetContext", ["value": "chrome"])
        let answer = try await send(
            "WebDriver:ExecuteAsyncScript", ["script": .string(script), "args": []])
        _ = try await send("Marionette:SetContext", ["value": "content"])
        return answer["value"] ?? .null
    }

    func look(isDark: Bool, width: Int, height: Int) async throws {
        _ = try await send("Marionette:SetContext", ["value": "chrome"])
        // The window can't be narrow, but the page in it can.
        let script = """
            Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', \
            \(isDark ? 0 : 1));
            window.resizeTo(1400, \(height) + 200);
            const style = gBrowser.selectedBrowser.style;
            style.width = style.minWidth = style.maxWidth = '\(width)px';
            """
        _ = try await send("WebDriver:ExecuteScript", ["script": .string(script), "args": []])
        _ = try await send("Marionette:SetContext", ["value": "content"])
        let end = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < end {
            let inner = try await send(
                "WebDriver:ExecuteScript", ["script": "return innerWidth", "args": []])
            if inner["value"] == .integer(width) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw Browser.Failure(description: "the page is not \(width) wide")
    }

    private func send(_ name: String, _ parameters: JSONValue) async throws -> JSONValue {
        last += 1
        let message = JSONValue.array([0, .integer(last), .string(name), parameters]).bytes
        var rest = (Array("\(message.count):".utf8) + message)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Browser.Failure(description: "Firefox has gone") }
            rest = rest.dropFirst(count)
        }
        let answer = try await receive()
        if let problem = answer[2], problem != .null {
            throw Browser.Failure(
                description: "\(name): \(problem["message"]?.string ?? "\(problem)")")
        }
        return answer[3] ?? .null
    }

    /// The next message: its length, a colon, and that many bytes. No thread is blocked meanwhile.
    private func receive() async throws -> JSONValue {
        let end = ContinuousClock.now + .seconds(60)
        var piece = [UInt8](repeating: 0, count: 65_536)
        while ContinuousClock.now < end {
            if let colon = received.firstIndex(of: UInt8(ascii: ":")),
                let length = Int(String(decoding: received[..<colon], as: UTF8.self)),
                received.count > colon + length
            {
                let message = received[(colon + 1)...(colon + length)]
                received.removeFirst(colon + 1 + length)
                return try JSONValue(message)
            }
            let count = recv(socket, &piece, piece.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN {
                try await Task.sleep(for: .milliseconds(5))
                continue
            }
            guard count > 0 else { throw Browser.Failure(description: "Firefox has gone") }
            received += piece[..<count]
        }
        throw Browser.Failure(description: "Firefox does not answer")
    }
}

/// The content of a file that another program writes; empty if it does not exist yet.
func contents(ofFile path: String) -> Data {
    FileManager.default.contents(atPath: path) ?? Data()
}

/// Waits until there is a value, for at most a minute.
func awaited<Value>(_ value: () -> Value?) async throws -> Value {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
        if let value = value() { return value }
        try await Task.sleep(for: .milliseconds(20))
    }
    throw Browser.Failure(description: "the browser does not start")
}
