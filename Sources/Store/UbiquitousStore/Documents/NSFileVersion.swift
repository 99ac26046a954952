import DeviceStore
import Documents
public import Foundation

/// A version of a document: the shown one, a former one, or one that another device saved at the
/// same time.
///
/// A version is a value that may be used from any thread. The methods read and write the disk of
/// the device, and none but ``contents()`` waits for a network.
public final class NSFileVersion: NSObject, Sendable {
    private let place: ItemPlace
    private let container: OpenContainer
    private let version: DocumentVersion
    /// Whether another device or program saved this version at the same time as the shown one.
    public let isConflict: Bool

    private init(
        _ place: ItemPlace, _ container: OpenContainer, _ version: DocumentVersion,
        isConflict: Bool = false
    ) {
        self.place = place
        self.container = container
        self.version = version
        self.isConflict = isConflict
    }

    // MARK: Finding versions

    private typealias Found = (
        place: ItemPlace, container: OpenContainer, document: Documents.Document
    )

    private static func find(_ url: URL) -> Found? {
        guard let place = try? ItemPlace(url), let container = try? place.container.current(),
            let document = try? container.documents.document(at: place.path)
        else { return nil }
        return (place, container, document)
    }

    /// Returns the shown version of a document; `nil` if there is no document.
    public class func currentVersionOfItem(at url: URL) -> NSFileVersion? {
        find(url).map { NSFileVersion($0.place, $0.container, $0.document.head) }
    }

    /// Returns all versions except the shown one, the latest first, including those in conflict;
    /// `nil` if there is no document.
    public class func otherVersionsOfItem(at url: URL) -> [NSFileVersion]? {
        find(url).map { found in
            let rivals = Set(found.document.rivals)
            let others = found.document.versions.filter {
                $0 != found.document.head && !rivals.contains($0)
            }
            return (found.document.rivals + others).sorted { $0.made > $1.made }.map {
                NSFileVersion(
                    found.place, found.container, $0, isConflict: rivals.contains($0))
            }
        }
    }

    /// Returns the versions in conflict with the shown one, the latest first; `nil` if there is no
    /// document.
    public class func unresolvedConflictVersionsOfItem(at url: URL) -> [NSFileVersion]? {
        otherVersionsOfItem(at: url)?.filter(\.isConflict)
    }

    /// Returns the version with a ``persistentIdentifier``, if it is still kept.
    public class func version(
        itemAt url: URL, forPersistentIdentifier persistentIdentifier: Any
    ) -> NSFileVersion? {
        let all = [currentVersionOfItem(at: url)] + (otherVersionsOfItem(at: url) ?? [])
        let wanted = persistentIdentifier as? String
        return all.compactMap(\.self).first { $0.version.text == wanted }
    }

    /// Removes all versions except the shown one, including those in conflict, on all devices.
    public class func removeOtherVersionsOfItem(at url: URL) throws {
        let place = try ItemPlace(url)
        try place.withDocuments { documents in
            guard let document = try documents.document(at: place.path) else {
                throw UbiquityError.notFound(place.name)
            }
            try documents.forget(document.versions + document.rivals, at: place.path)
        }
    }

    // MARK: A version

    /// The URL of the document.
    public var url: URL { place.url }
    /// The name of the document, without its extension.
    public var localizedName: String? { (place.name as NSString).deletingPathExtension }
    /// The name of the device that saved this version.
    public var localizedNameOfSavingComputer: String? { version.device }
    /// The time when this version was saved, by the clock of that device.
    public var modificationDate: Date? { Date(timeIntervalSince1970: version.made) }
    /// A `String` that identifies this version on all devices, and may be stored.
    public var persistentIdentifier: any NSCoding { NSString(string: version.text) }
    /// Whether this version is removed when there are more than 20.
    public var isDiscardable: Bool { !isConflict }
    /// Whether the content is on this device.
    public var hasLocalContents: Bool { container.documents.contents.contains(version.content) }
    /// The size of the content, in bytes.
    public var size: Int { version.length }

    /// Whether the version needs no decision. It is false only for a version in conflict that is
    /// not resolved. Setting it to true settles the conflict with this version on all devices, and
    /// makes it a former version; it stays false if the disk cannot be written. Setting it to false
    /// does nothing.
    public var isResolved: Bool {
        get {
            guard isConflict,
                let document = try? container.documents.document(at: place.path)
            else { return true }
            return !document.rivals.contains(version)
        }
        set { if newValue, isConflict { try? resolve() } }
    }

    /// Sets ``isResolved`` to true. Throws ``UbiquityError``.
    public func resolve() throws {
        try place.withDocuments(container) { try $0.settle([version], at: place.path) }
    }

    /// Makes the document show this version again, as a new version; the version shown until now
    /// becomes a former one. Conflicts stay until they are resolved. Returns ``url``.
    ///
    /// - Parameters:
    ///   - url: the URL of the document. Apple's method can also write to another URL.
    ///   - options: whether to keep this version as a former one, too.
    @discardableResult
    public func replaceItem(at url: URL, options: ReplacingOptions = []) throws -> URL {
        guard url == place.url else { throw UbiquityError.foreign(url) }
        try place.withDocuments(container) { documents in
            try documents.restore(version, at: place.path)
            if options.contains(.byMoving) { try documents.forget([version], at: place.path) }
        }
        return url
    }

    /// Removes this version on all devices. The shown version cannot be removed.
    public func remove() throws {
        try place.withDocuments(container) { try $0.forget([version], at: place.path) }
    }

    /// Returns the content, from the cloud if it is not on this device. Throws ``UbiquityError``.
    public func contents() async throws -> Data {
        try await place.content(of: version, in: container)
    }

    /// The options for replacing the shown version.
    public struct ReplacingOptions: OptionSet, Sendable, Hashable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Does not keep the version as a former one.
        public static let byMoving = ReplacingOptions(rawValue: 1 << 0)
    }

    /// Returns whether this is the same version of the same document.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSFileVersion else { return false }
        return other.place.url == place.url && other.version == version
    }

    /// The hash, which is equal for equal versions.
    public override var hash: Int { version.hashValue }
}
