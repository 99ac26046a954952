import AsyncHTTPClient
import BookmarkServer
import Foundation
import NIOCore
import NIOHTTP1
import ScratchFolder

/// Chromium, driven through chromedriver with the WebDriver protocol.
///
/// Source: https://www.w3.org/TR/webdriver2/
final class ChromeDriver: Browser.Driver {
    private let folder = ScratchFolder()
    private let process: BrowserProcess
    private let base: String
    /// The folder with the profiles.
    let profile: String

    init(isScripting: Bool, home: String?) async throws {
        guard let program = BrowserProcess.path("chromedriver") else {
            throw Browser.Failure(description: "chromedriver is missing: make test-browsers")
        }
        profile = home.map { "\($0)/.config/chromium" } ?? folder.path("profile")
        // The browser also creates files beside its profile.
        let environment = ["HOME": home ?? folder.path, "TMPDIR": folder.path]
        var started: (process: BrowserProcess, port: Int)?
        for attempt in 1...5 where started == nil {
            let log = folder.path("log\(attempt)")
            let process = try BrowserProcess(
                [program, "--port=0"], log: log, environment: environment)
            if let port = try await Self.port(in: log) { started = (process, port) }
        }
        guard let (process, port) = started else {
            throw Browser.Failure(description: "chromedriver found no free port five times")
        }
        self.process = process
        var options: [JSONValue] = [
            "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,844",
            "--force-color-profile=srgb", "--hide-scrollbars",
            .string("--user-data-dir=\(profile)"),
            // With a pipe, the browser ends when its driver ends.
            "--remote-debugging-pipe",
        ]
        if geteuid() == 0 { options.append("--no-sandbox") }
        let script: JSONValue = isScripting ? 1 : 2
        let capabilities: JSONValue = [
            "browserName": "chrome",
            "goog:chromeOptions": [
                "args": .array(options),
                "prefs": ["profile.managed_default_content_settings.javascript": script],
            ],
        ]
        let place = "http://127.0.0.1:\(port)/session"
        let session = try await Self.send(
            "POST", place, ["capabilities": ["alwaysMatch": capabilities]])
        base = "\(place)/\(session["sessionId"]?.string ?? "")"
    }

    /// The port from the driver's log; `nil` if the driver has ended. The driver takes a port that
    /// is free for IPv4, and ends if another program has the same port for IPv6.
    private static func port(in log: String) async throws -> Int? {
        try await awaited { () -> Int?? in
            let text = String(decoding: contents(ofFile: log), as: UTF8.self)
            if text.contains("port not available") { return .some(nil) }
            let said = text.split(separator: "on port ").last?.prefix { $0.isNumber }
            guard text.contains("successfully"), let port = said.flatMap({ Int($0) }) else {
                // The driver has not started yet.
                return .none
            }
            return .some(port)
        }
    }

    func call(_ command: Browser.Command) async throws -> JSONValue {
        let parameters = command.method == "POST" ? command.parameters : JSONValue?.none
        return try await Self.send(command.method, "\(base)/\(command.path)", parameters)
    }

    private static func send(
        _ method: String, _ url: String, _ body: JSONValue?
    ) async throws -> JSONValue {
        var request = HTTPClientRequest(url: url)
        request.method = .init(rawValue: method)
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body.bytes))
        }
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let bytes = try await answer.body.collect(upTo: 64 << 20)
        let value = try JSONValue(bytes.readableBytesView)["value"] ?? .null
        guard answer.status == .ok else {
            throw Browser.Failure(description: value["message"]?.string ?? "\(answer.status)")
        }
        return value
    }

    func look(isDark: Bool, width: Int, height: Int) async throws {
        try await develop(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    [
                        "name": "prefers-color-scheme",
                        "value": isDark ? "dark" : "light",
                    ]
                ]
            ])
        try await develop(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .integer(width), "height": .integer(height), "deviceScaleFactor": 1,
                "mobile": .bool(width < 500),
            ])
    }

    /// Sends a command of the DevTools protocol.
    private func develop(_ name: String, _ parameters: JSONValue) async throws {
        _ = try await Self.send(
            "POST", "\(base)/goog/cdp/execute",
            ["cmd": .string(name), "params": parameters])
    }
}
