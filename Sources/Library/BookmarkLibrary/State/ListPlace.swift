import DeviceStore
import FileCoordination
import Glibc

/// The state in which a list of an account was left on this device.
public struct ListPlace: Sendable, Hashable {
    /// The selected bookmark; `nil` for the first one.
    public var selected: String?
    /// The query of the list, as typed.
    public var query: String
    /// The panes that a person chose, in the screen's notation; empty for none.
    public var panes: String
    /// Whether the person was already offered to have titles fetched from then on.
    public var hasOfferedTitles: Bool
    /// The open folders in the sidebar, in the screen's notation.
    public var tree: [String]

    public init(
        selected: String? = nil, query: String = "", panes: String = "",
        hasOfferedTitles: Bool = false, tree: [String] = []
    ) {
        self.selected = selected
        self.query = query
        self.panes = panes
        self.hasOfferedTitles = hasOfferedTitles
        self.tree = tree
    }

    /// The maximum size, in bytes: more than a filter can have.
    private static let maximumBytes = 65_536

    /// The word in the first line that stands for ``hasOfferedTitles``.
    private static let titlesWord = "titles"

    /// Reads a place: selection, panes, offers made and open folders are in the first line,
    /// separated by tabs; the rest is the query.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumBytes, let end = bytes.firstIndex(of: 0x0A),
            let first = String(validating: bytes[..<end], as: UTF8.self),
            let query = String(validating: bytes[(end + 1)...], as: UTF8.self)
        else { return nil }
        let parts = first.split(separator: "\t", omittingEmptySubsequences: false)
        let id = parts.first.map(String.init) ?? ""
        self.init(
            selected: id.isEmpty ? nil : id, query: query,
            panes: parts.count > 1 ? String(parts[1]) : "",
            hasOfferedTitles: parts.count > 2 && parts[2] == Self.titlesWord,
            tree: parts.dropFirst(3).map(String.init))
    }

    /// The place as bytes; `nil` if it is too long to keep. Open folders that are too long are left
    /// out.
    var bytes: [UInt8]? {
        if let bytes = bytes(tree) { return bytes }
        return bytes([])
    }

    private func bytes(_ tree: [String]) -> [UInt8]? {
        var parts = [selected ?? "", panes, hasOfferedTitles ? Self.titlesWord : ""]
        parts += tree.filter { path in !path.utf8.contains { $0 == 0x09 || $0 == 0x0A } }
        while parts.count > 1, parts.last == "" { parts.removeLast() }
        let first = parts.joined(separator: "\t")
        let bytes = Array("\(first)\n\(query)".utf8)
        return bytes.count <= Self.maximumBytes ? bytes : nil
    }

    /// Returns the place in a file; `nil` if there is none, or the file is something else.
    static func read(_ path: String) -> ListPlace? {
        (try? FileReading.beginning(of: path, atMost: maximumBytes + 1)).flatMap { ListPlace($0) }
    }
}

extension Home {
    private var placeFile: String { location.accountFolder + "/list-place" }

    /// Returns the place of the list that ended last, if any.
    public func listPlace() -> ListPlace? { ListPlace.read(placeFile) }

    /// Stores the place of a list that ends; the last one counts. Throws ``HomeError``.
    public func keep(_ place: ListPlace) throws {
        guard readOnlyReason == nil, place != listPlace() ?? ListPlace(), let bytes = place.bytes
        else { return }
        do {
            try writeAtomically(bytes, to: placeFile)
        } catch {
            throw HomeError(error)
        }
    }
}
