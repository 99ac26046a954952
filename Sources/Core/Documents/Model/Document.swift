/// A document of a bookmark: a saved page, a note or a file.
///
/// This is the descriptor. The content is in chunks, which the versions name, so that a device can
/// know a document before it has the content.
public struct Document: Sendable, Hashable, Identifiable {
    /// The largest content, in bytes.
    public static let longest = 32 << 20
    /// The largest note, in bytes.
    public static let longestNote = 4 << 20
    /// The most documents of a bookmark.
    public static let most = 64

    /// The purpose of a document.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case page, note, file
    }

    public var id: String
    /// The id of the document's bookmark.
    public var bookmark: String
    public var kind: Kind
    /// The name of a file, or the title of a page.
    public var name: String
    /// The media type, with its parameters, such as `text/html; charset=utf-8`.
    public var mediaType: String
    /// The address that a page was saved from; empty for a document made here.
    public var source: String
    /// The time when the document was first added, in seconds since 1970.
    public var added: Double
    /// The shown version.
    public var head: DocumentVersion
    /// All versions, the latest first.
    public var versions: [DocumentVersion]

    /// Versions that other devices wrote at the same time, and that are not merged yet.
    public var rivals: [DocumentVersion] = []

    /// All versions, the earliest first. A person calls the first one version 1.
    public var history: [DocumentVersion] {
        versions.sorted(by: DocumentVersion.isEarlier)
    }

    /// The versions and the rivals, each once.
    public var named: [DocumentVersion] {
        versions + rivals.filter { !versions.contains($0) }
    }

    /// Whether a person must look at the edits of two devices.
    public var isInConflict: Bool { head.isConflicting || !rivals.isEmpty }

    /// The rivals that stay beside the shown version until a person chooses. The rivals of a note
    /// are soon merged, unless they have no common version.
    public var lastingRivals: [DocumentVersion] {
        guard kind == .note, !rivals.isEmpty else { return rivals }
        let history = VersionHistory([head] + named.filter { $0 != head })
        return rivals.filter { !history.canMerge(head, $0) }
    }

    /// Whether a person can settle edits made at the same time: a note that was merged with
    /// conflict marks, or versions beside each other.
    public var isUnsettled: Bool { head.isConflicting || !lastingRivals.isEmpty }

    /// Returns whether a version is one side of an unsettled conflict: the shown version or one of
    /// its rivals, or merged into the shown one with conflict marks. The merged version itself,
    /// which has the lines of both, counts, too.
    public func isInConflict(_ version: DocumentVersion) -> Bool {
        if version == head { return isInConflict }
        if rivals.contains(version) { return true }
        return head.isConflicting && VersionHistory(versions).sides(of: head).contains(version)
    }

    /// The name of the document, or else its source or its id.
    public var title: String { name.isEmpty ? source.isEmpty ? id : source : name }

    public init(
        id: String, bookmark: String, kind: Kind, name: String, mediaType: String,
        source: String = "", added: Double, head: DocumentVersion, versions: [DocumentVersion] = []
    ) {
        self.id = id
        self.bookmark = bookmark
        self.kind = kind
        self.name = name
        self.mediaType = mediaType
        self.source = source
        self.added = added
        self.head = head
        self.versions = versions.isEmpty ? [head] : versions
    }
}
