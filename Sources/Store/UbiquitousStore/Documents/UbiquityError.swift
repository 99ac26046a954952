import DeviceStore
import Documents
public import Foundation
import KeyValueStore
import Replication

/// The reason why a document could not be read, written or transferred. Nothing was changed.
public struct UbiquityError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Sendable, Hashable {
        /// The URL does not belong to a container that this program has opened.
        case foreign
        /// No document can have this name.
        case invalidName
        /// There is no document with this name.
        case notFound
        /// There is already a document with this name.
        case exists
        /// Neither this device nor the cloud has the content yet; only another device has it.
        case notHere
        /// The content has more bytes than ``UbiquityError/longestContent``.
        case tooLarge
        /// The contents are not `Data`, or the document cannot be made from them.
        case unsupported
        /// Nothing can be exchanged with the cloud at present.
        case unreachable
        /// There is no space, here or in the cloud.
        case noRoom
        /// The transfer was cancelled.
        case cancelled
        /// Another failure, as the description says.
        case failed
    }

    public var code: Code
    /// The failure, its likely reason, and the remedy, for a person.
    public var description: String

    /// The largest content of a document, in bytes: 32 MiB.
    public static let longestContent = Documents.Document.longest

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    static func foreign(_ url: URL) -> UbiquityError {
        UbiquityError(
            .foreign,
            "\(url.absoluteString) names no document of this program: it is not below the URL of "
                + "a container, or the container is gone. Ask FileManager for the URL: "
                + "url(forUbiquityContainerIdentifier:)")
    }

    static func invalidName(_ url: URL) -> UbiquityError {
        UbiquityError(
            .invalidName,
            "\(url.absoluteString) cannot name a document. A path below the container has 1 to "
                + "\(ItemPlace.longestPath) bytes, and no part that is “.” or “..”. Choose "
                + "another name.")
    }

    static func notFound(_ name: String) -> UbiquityError {
        UbiquityError(
            .notFound,
            "There is no document “\(name)”. Another device may have removed it, or not have sent "
                + "it yet.")
    }

    static func inConflict(_ name: String) -> UbiquityError {
        UbiquityError(
            .failed,
            "“\(name)” was not moved: it has versions in conflict, which would be lost. Settle the "
                + "conflict first.")
    }

    static func notHere(_ name: String, _ device: String) -> UbiquityError {
        UbiquityError(
            .notHere,
            "The content of “\(name)” is not here yet: \(device) has it, and has not sent it. "
                + "Sync that device.")
    }

    static func tooLarge(_ name: String, _ count: Int) -> UbiquityError {
        UbiquityError(
            .tooLarge,
            "“\(name)” has \(count) bytes, and a document has at most \(longestContent). Split "
                + "it.")
    }

    /// Converts an error of a lower layer.
    init(_ error: any Error, at url: URL? = nil) {
        let name = url?.lastPathComponent ?? "the document"
        switch error {
        case let error as UbiquityError: self = error
        case let refusal as DocumentContainer.Refusal:
            switch refusal {
            case .notFound: self = .notFound(name)
            case .exists:
                self.init(
                    .exists,
                    "There is a document “\(name)” already. Open it, or choose another name.")
            case .changed:
                self.init(
                    .failed,
                    "“\(name)” was not moved: another program or device changed it meanwhile. Try "
                        + "again.")
            case .unreadable:
                self.init(
                    .failed,
                    "“\(name)” is unreadable: a newer release wrote it. Update this program.")
            }
        case let error as ChunkStoreError:
            let code: Code =
                switch error.code {
                case .unreachable, .absent: .unreachable
                case .full: .noRoom
                case .notAllowed, .damaged: .failed
                }
            self.init(code, error.description)
        case let error as CloudError:
            self.init(error.lacksRoom ? .noRoom : .unreachable, error.message)
        case SyncError.offline:
            self.init(
                .unreachable,
                "This device is in airplane mode, so what you saved waits here. To end it: "
                    + "cloudy airplane off")
        case is SyncError:
            self.init(
                .unreachable,
                "A question waits for an answer before this device syncs. To see it: "
                    + "cloudy status")
        case is CancellationError:
            self.init(.cancelled, "The transfer of “\(name)” was cancelled.")
        default: self.init(.failed, HomeError(error).message)
        }
    }
}

extension UbiquityError: LocalizedError {
    /// The description.
    public var errorDescription: String? { description }
}
