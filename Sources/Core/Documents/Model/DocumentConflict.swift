/// Versions of a document that were written at the same time, and wait for a person to settle them.
public struct DocumentConflict: Sendable, Hashable {
    /// The id of the document.
    public var id: String
    public var bookmark: String
    public var kind: Document.Kind
    /// The title of the document.
    public var title: String
    /// Whether a note shows the lines of both sides, between conflict marks.
    public var isMerged: Bool
    /// The origin of the conflict.
    public var origin: Origin
    /// The shown version.
    public var head: Side
    /// The versions that are not shown, or whose lines the note shows between conflict marks.
    public var others: [Side]

    /// A version with its number for people; `nil` if the version has left the list.
    public struct Side: Sendable, Hashable {
        public var number: Int?
        public var version: DocumentVersion

        /// The version's name for people.
        public var name: String { number.map { "version \($0)" } ?? "a former version" }
    }

    /// The ways in which versions come to be in conflict.
    public enum Origin: Sendable, Hashable {
        /// The versions were made from a common one, which each changed differently.
        case changed
        /// The versions were begun at the same time, each from nothing.
        case begun
        /// The common version, if there was one, has left the list.
        case unknown
    }

    /// All versions that were written at the same time.
    public var sides: [Side] { isMerged ? others : [head] + others }

    /// The devices that wrote these versions, each once.
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
    /// The conflict that waits for a person; `nil` if there is none.
    public var conflict: DocumentConflict? {
        guard isUnsettled else { return nil }
        let history = history
        func side(_ version: DocumentVersion) -> DocumentConflict.Side {
            let place = history.firstIndex(of: version)
            return DocumentConflict.Side(number: place.map { $0 + 1 }, version: version)
        }
        let isMerged = head.isConflicting
        let merged = isMerged ? VersionHistory(versions).sides(of: head) : []
        let sides = isMerged ? merged : [head] + lastingRivals
        return DocumentConflict(
            id: id, bookmark: bookmark, kind: kind, title: title, isMerged: isMerged,
            origin: VersionHistory(named).origin(ofConflict: sides), head: side(head),
            others: (merged + lastingRivals).map(side))
    }
}
