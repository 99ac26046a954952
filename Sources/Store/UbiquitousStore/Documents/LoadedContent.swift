import DeviceStore
import Documents
import Foundation

// This work waits for files and networks, so it runs outside the main actor.

/// A document and the content of its shown version.
struct LoadedContent: Sendable {
    var container: OpenContainer
    var document: Documents.Document
    var content: Data

    var isInConflict: Bool { document.isInConflict }

    /// Reads a document, and fetches its content if need be. Throws ``UbiquityError``.
    @concurrent static func load(
        _ place: ItemPlace, in container: OpenContainer
    ) async throws -> LoadedContent {
        do {
            guard let document = try container.documents.document(at: place.path) else {
                throw UbiquityError.notFound(place.name)
            }
            let content = try await place.content(of: document.head, in: container)
            return LoadedContent(container: container, document: document, content: content)
        } catch { throw UbiquityError(error, at: place.url) }
    }
}

extension ItemPlace {
    /// The document at a place, if any.
    struct Reading: Sendable {
        var document: Documents.Document?
    }

    @concurrent func read(in container: OpenContainer) async throws -> Reading {
        Reading(document: try container.documents.document(at: path))
    }

    /// Returns the content of a version. Throws ``UbiquityError/Code/notHere`` if it is neither on
    /// this device nor in the cloud.
    @concurrent func content(
        of version: DocumentVersion, in container: OpenContainer
    ) async throws -> Data {
        let bytes = try await found(version, in: container) {
            try await container.documents.content(of: version)
        }
        return Data(bytes)
    }

    /// Returns the result of `find` for a version. A device sends a document before its content, so
    /// this waits up to ten seconds for content that may be on its way.
    @concurrent func found<Found: Sendable>(
        _ version: DocumentVersion, in container: OpenContainer,
        _ find: @Sendable () async throws -> Found?
    ) async throws -> Found {
        let device = container.documents.device
        let end = ContinuousClock.now + Self.patience
        var pause = Duration.milliseconds(20)
        do {
            while true {
                if let found = try await find() { return found }
                guard try !device.isOffline, device.readOnlyReason == nil,
                    ContinuousClock.now < end
                else { throw UbiquityError.notHere(name, version.device) }
                try await Task.sleep(for: pause)
                pause = min(pause * 2, .seconds(1))
            }
        } catch { throw UbiquityError(error, at: url) }
    }

    private static let patience = Duration.seconds(10)

    /// Stores a content, and makes it the document's shown version. Durable when it returns.
    @concurrent func save(
        _ data: Data, in container: OpenContainer, from base: DocumentContainer.Base,
        replacing former: DocumentVersion? = nil
    ) async throws -> Documents.Document {
        let content = try await keep(data, in: container)
        do {
            return try container.documents.save(
                content, length: data.count, at: path, from: base, replacing: former)
        } catch { throw UbiquityError(error, at: url) }
    }

    /// Stores a content on this device. Durable when it returns.
    @concurrent func keep(_ data: Data, in container: OpenContainer) async throws -> ChunkName {
        if data.count > UbiquityError.longestContent {
            throw UbiquityError.tooLarge(name, data.count)
        }
        let documents = container.documents
        if let reason = documents.device.readOnlyReason { throw UbiquityError(.failed, reason) }
        do { return try documents.contents.keep(Array(data)) } catch {
            throw UbiquityError(error, at: url)
        }
    }
}
