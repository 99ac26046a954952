package import BookmarkServer
import Foundation
package import Testing

/// A real browser without a window, with a profile of its own, until it is deallocated.
package final class Browser: Sendable {
    package enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case chromium, firefox

        package var testDescription: String { rawValue }
    }

    /// Talks to the browser in a protocol of its own.
    protocol Driver: Sendable {
        func call(_ command: Command) async throws -> JSONValue
        /// Sets the preferred colors and the size of the window.
        func look(isDark: Bool, width: Int, height: Int) async throws
    }

    /// A command of WebDriver, and its name in Firefox's own protocol.
    struct Command {
        var method = "POST"
        /// The part of the path after the session.
        var path: String
        var name: String
        var parameters: JSONValue = [:]
    }

    struct Failure: Error, CustomStringConvertible { var description: String }

    let driver: any Driver
    package let kind: Kind
    /// The file with the browser's bookmarks.
    package let bookmarksFile: String

    /// - Parameters:
    ///   - isScripting: whether pages may run scripts.
    ///   - home: a home folder, with the profile in its usual place; `nil` for a profile that no
    ///     other program finds.
    package init(_ kind: Kind, isScripting: Bool = true, home: String? = nil) async throws {
        self.kind = kind
        switch kind {
        case .chromium:
            let chromium = try await ChromeDriver(isScripting: isScripting, home: home)
            driver = chromium
            bookmarksFile = chromium.profile + "/Default/Bookmarks"
        case .firefox:
            let firefox = try await Marionette(isScripting: isScripting, home: home)
            driver = firefox
            bookmarksFile = firefox.profile + "/places.sqlite"
        }
    }

    /// Whether `make test-browsers` runs these tests. Elsewhere a browser may be missing, or take
    /// too long.
    fileprivate static let areAsked = ProcessInfo.processInfo.environment["CLOUDY_BROWSERS"] == "1"
    fileprivate static let hint: Comment = "no browsers are asked for: make test-browsers"

    /// The folder for pictures of the pages, if they are wanted.
    package static let pictures = ProcessInfo.processInfo.environment["CLOUDY_BROWSER_PICTURES"]

    // MARK: Pages

    package func go(_ url: String) async throws {
        _ = try await driver.call(
            Command(path: "url", name: "WebDriver:Navigate", parameters: ["url": .string(url)]))
    }

    package var url: String {
        get async throws { try await get("url", "WebDriver:GetCurrentURL") }
    }

    package var source: String {
        get async throws { try await get("source", "WebDriver:GetPageSource") }
    }

    private func get(_ path: String, _ name: String) async throws -> String {
        try await driver.call(Command(method: "GET", path: path, name: name)).string ?? ""
    }

    package func back() async throws {
        _ = try await driver.call(Command(path: "back", name: "WebDriver:Back"))
    }

    /// Waits until the page contains a text, or the other text; returns whether it is the other
    /// one.
    @discardableResult
    package func shows(
        _ text: String, or other: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(30)
        var last = ""
        while ContinuousClock.now < end {
            // Between two pages, there may be no page.
            do { last = try await source } catch { last = "\(error)" }
            if last.contains(text) { return false }
            if let other, last.contains(other) { return true }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("the page lacks “\(text)”:\n\(last)", sourceLocation: sourceLocation)
        throw Failure(description: "the page lacks “\(text)”")
    }

    /// Runs a script, and returns the value of its `return`.
    @discardableResult
    package func run(_ script: String, _ arguments: JSONValue...) async throws -> JSONValue {
        try await driver.call(
            Command(
                path: "execute/sync", name: "WebDriver:ExecuteScript",
                parameters: ["script": .string(script), "args": .array(arguments)]))
    }

    /// Runs a script, and returns the value that it passes to its last argument.
    @discardableResult
    package func wait(for script: String) async throws -> JSONValue {
        try await driver.call(
            Command(
                path: "execute/async", name: "WebDriver:ExecuteAsyncScript",
                parameters: ["script": .string(script), "args": []]))
    }

    // MARK: A person

    package func click(_ selector: String) async throws {
        try await act(on: selector, "click", "WebDriver:ElementClick")
    }

    /// Replaces the text of a field.
    package func fill(_ selector: String, _ text: String) async throws {
        try await act(on: selector, "clear", "WebDriver:ElementClear")
        try await type(selector, text)
    }

    package func type(_ selector: String, _ text: String) async throws {
        try await act(
            on: selector, "value", "WebDriver:ElementSendKeys", ["text": .string(text)])
    }

    private func act(
        on selector: String, _ path: String, _ name: String, _ more: [String: JSONValue] = [:]
    ) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while true {
            do {
                try await waitForLoad(until: end)
                let element = try await find(selector)
                let parameters = more.merging(["id": .string(element)]) { own, _ in own }
                _ = try await driver.call(
                    Command(
                        path: "element/\(element)/\(path)", name: name,
                        parameters: .object(parameters)))
                return
            } catch  where ContinuousClock.now < end && Self.isOfAnotherPage(error) {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// A style sheet that arrives later moves elements, and a click on one would miss it.
    private func waitForLoad(until end: ContinuousClock.Instant) async throws {
        while try await run("return document.readyState").string != "complete",
            ContinuousClock.now < end
        {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Whether an element is missing because the page is being replaced.
    private static func isOfAnotherPage(_ error: any Error) -> Bool {
        let text = "\(error)"
        // The last ones are Chromium's own errors, which its driver reports as unknown errors.
        return [
            "stale element", "no such element", "no element", "does not belong to the document",
            "No node with given id", "Cannot find context", "context was destroyed",
        ].contains { text.contains($0) }
    }

    private func find(_ selector: String) async throws -> String {
        let found = try await driver.call(
            Command(
                path: "element", name: "WebDriver:FindElement",
                parameters: ["using": "css selector", "value": .string(selector)]))
        guard case .object(let members) = found, case .string(let id)? = members.first?.value
        else { throw Failure(description: "no element \(selector)") }
        return id
    }

    /// Presses a key, such as Tab.
    package func press(_ key: String) async throws {
        let actions: JSONValue = [
            [
                "type": "key", "id": "keys",
                "actions": [
                    ["type": "keyDown", "value": .string(key)],
                    ["type": "keyUp", "value": .string(key)],
                ],
            ]
        ]
        _ = try await driver.call(
            Command(
                path: "actions", name: "WebDriver:PerformActions",
                parameters: ["actions": actions]))
    }

    // MARK: Windows

    package var windows: [String] {
        get async throws {
            let handles = try await driver.call(
                Command(method: "GET", path: "window/handles", name: "WebDriver:GetWindowHandles"))
            guard case .array(let handles) = handles else { return [] }
            return handles.compactMap(\.string)
        }
    }

    package func enter(window: String) async throws {
        _ = try await driver.call(
            Command(
                path: "window", name: "WebDriver:SwitchToWindow",
                parameters: ["handle": .string(window)]))
    }

    /// Enters a frame of the page; `nil` for the page itself.
    package func enter(frame index: Int?) async throws {
        let id = index.map { JSONValue.integer($0) } ?? .null
        _ = try await driver.call(
            Command(path: "frame", name: "WebDriver:SwitchToFrame", parameters: ["id": id]))
    }

    package func look(isDark: Bool, width: Int, height: Int = 844) async throws {
        try await driver.look(isDark: isDark, width: width, height: height)
    }

    /// Saves a picture of the page, if pictures are wanted.
    package func picture(_ name: String) async throws {
        guard let folder = Self.pictures else { return }
        let text = try await get("screenshot", "WebDriver:TakeScreenshot")
        try Data(base64Encoded: text)?.write(to: URL(fileURLWithPath: "\(folder)/\(name).png"))
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs tests only if `make test-browsers` asks for them.
    package static var inBrowsers: Self { .enabled(if: Browser.areAsked, Browser.hint) }
}
