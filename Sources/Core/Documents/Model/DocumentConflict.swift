/// Versions of a document that were written at the same time, and wait for a person to settle them.
public struct DocumentConflict: Sendable, Hashable {
    /// The id of the document.
    public var id: String
    public var bookmark: String
    public var kind: Document.Kind
    /// The title of the document.
    public var title: String
    /// Whether a note shows the lines of both, between conflict marks.
    public var isMerged: Bool
    /// The version that shows.
    public var head: Side
    /// The versions that do not show, or whose lines the note shows between conflict marks.
    public var others: [Side]

    /// A version, with the number that a person calls it by; `nil` for one that has left the list.
    public struct Side: Sendable, Hashable {
        public var number: Int?
        public var version: DocumentVersion

        /// As a person calls it.
        public var name: String { number.map { "version \($0)" } ?? "a former version" }
    }

    /// All versions that were written at the same time.
    public var sides: [Side] { isMerged ? others : [head] + others }

    /// The devices that wrote them, each once.
    public var devices: [String] {
        var devices: [String] = []
        for device in sides.flatMap({ $0.version.device.split(separator: " + ") })
        where !devices.contains(String(device)) {
            devices.append(String(device))
        }
        return devices
    }
}

extension Document {
    /// The conflict that waits for a person; `nil` where there is none.
    public var conflict: DocumentConflict? {
        guard isUnsettled else { return nil }
        let history = history
        func side(_ version: DocumentVersion) -> DocumentConflict.Side {
            let place = history.firstIndex(of: version)
            return DocumentConflict.Side(number: place.map { $0 + 1 }, version: version)
        }
        let merged = head.isConflicting ? VersionHistory(versions).sides(of: head) : []
        return DocumentConflict(
            id: id, bookmark: bookmark, kind: kind, title: title, isMerged: head.isConflicting,
            head: side(head), others: (merged + lastingRivals).map(side))
    }
}
