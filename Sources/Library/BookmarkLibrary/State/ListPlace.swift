import DeviceStore
import FileCoordination
import Glibc

/// Where a list of an account was left on this device.
public struct ListPlace: Sendable, Hashable {
    /// The bookmark that was selected; `nil` for whichever is the first.
    public var selected: String?
    /// The query of the list, as it was typed.
    public var query: String
    /// The panes that a person chose, as the screen writes them; empty for none.
    public var panes: String
    /// Whether it was offered to fetch titles from now on.
    public var hasOfferedTitles: Bool
    /// The folders that are open beside the list, as the screen writes them.
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

    /// The longest that is kept, in bytes: more than a filter takes.
    private static let maximumBytes = 65_536

    /// The word in the first line that keeps ``hasOfferedTitles``.
    private static let titlesWord = "titles"

    /// Reads the selection, the panes, the offers made and the open folders in the first line, with
    /// tabs between them, and the query in the rest.
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

    /// `nil` for a place that is too long to be kept. Open folders that are too long are left out.
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

    /// The place stored in a file; `nil` where there is none, or where the file is something else.
    static func read(_ path: String) -> ListPlace? {
        (try? FileContents.beginning(of: path, atMost: maximumBytes + 1)).flatMap { ListPlace($0) }
    }
}

extension Home {
    private var placeFile: String { location.accountFolder + "/list-place" }

    /// Where the list was left that ended last, if one did.
    public func listPlace() -> ListPlace? { ListPlace.read(placeFile) }

    /// Keeps where a list is left; the one that ends last counts. Throws ``HomeError``.
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
