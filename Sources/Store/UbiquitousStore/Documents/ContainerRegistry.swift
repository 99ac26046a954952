import DeviceStore
import Documents
import Foundation
import Synchronization

/// The containers of this process, by the URLs of their documents.
enum ContainerRegistry {
    static let scheme = "ubiquity"

    private struct State {
        var lastNumber = 0
        var numbered: [Int: Weak] = [:]
        var standard: [String: UbiquityContainer] = [:]
    }

    private struct Weak: Sendable {
        weak let container: UbiquityContainer?
    }

    private static let state = Mutex(State())

    static func nextNumber() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    static func add(_ container: UbiquityContainer, number: Int) {
        state.withLock { state in
            state.numbered = state.numbered.filter { $0.value.container != nil }
            state.numbered[number] = Weak(container: container)
        }
    }

    /// Returns the container with an identifier, by default the program's own. It is opened as
    /// ``StoreConfiguration/standard`` says.
    static func standard(_ identifier: String?) -> UbiquityContainer {
        let identifier = identifier ?? StoreConfiguration.standard.identifier
        return state.withLock { state in
            if let container = state.standard[identifier] { return container }
            let container = UbiquityContainer(host: "", identifier: identifier) {
                var configuration = StoreConfiguration.standard
                configuration.identifier = identifier
                return configuration
            }
            state.standard[identifier] = container
            return container
        }
    }

    static func numbered(_ number: Int) -> UbiquityContainer? {
        state.withLock { $0.numbered[number]?.container }
    }
}

/// The document that a URL names.
struct ItemPlace: Sendable {
    let container: UbiquityContainer
    /// The path of the document in the container.
    let path: String
    let url: URL

    /// The longest path of a document, in bytes of UTF-8.
    static let longestPath = 1024

    /// Throws ``UbiquityError`` if the URL cannot name a document.
    init(_ url: URL) throws {
        guard url.scheme == ContainerRegistry.scheme else { throw UbiquityError.foreign(url) }
        let parts = url.path(percentEncoded: false).split(
            separator: "/", omittingEmptySubsequences: true)
        guard parts.count > 1 else { throw UbiquityError.invalidName(url) }
        let path = parts.dropFirst().joined(separator: "/")
        let isName = parts.dropFirst().allSatisfy { part in
            part != "." && part != ".."
                && part.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
        guard isName, path.utf8.count <= Self.longestPath else {
            throw UbiquityError.invalidName(url)
        }
        self.path = path
        self.url = url
        let host = url.host(percentEncoded: false) ?? ""
        if host.isEmpty {
            container = ContainerRegistry.standard(String(parts[0]))
        } else {
            guard let container = Int(host).flatMap(ContainerRegistry.numbered) else {
                throw UbiquityError.foreign(url)
            }
            self.container = container
        }
    }

    /// The name of the document, without its folders.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Returns the descriptor of the document, in the account that the device uses now.
    func document() throws -> Documents.Document? {
        try withDocuments { try $0.document(at: path) }
    }

    /// Runs `body` with the documents of the account; its errors become ``UbiquityError``s.
    func withDocuments<R>(_ body: (DocumentContainer) throws -> R) throws -> R {
        try withDocuments(container.current(), body)
    }

    func withDocuments<R>(
        _ open: @autoclosure () throws -> OpenContainer, _ body: (DocumentContainer) throws -> R
    ) throws -> R {
        do { return try body(open().documents) } catch { throw UbiquityError(error, at: url) }
    }
}
