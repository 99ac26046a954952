/// A necessary condition for a match, for a database whose text is not folded. It may let more
/// bookmarks through, but never misses one.
public indirect enum RowNeed: Sendable, Hashable {
    case all([RowNeed])
    case any([RowNeed])
    /// The bookmark was added before a time, in seconds since 1970.
    case addedBefore(Double)
    /// The bookmark was added at a time or later, in seconds since 1970.
    case addedFrom(Double)
    case conflict(Bool)
    /// This device has opened the bookmark, or never has.
    case opened(Bool)
    /// The bookmark is in a folder.
    case folder
    case notes
    case description
    case unread(Bool)
    case archived(Bool)
    /// Another bookmark has the same hash of its page.
    case otherOfSamePage
}

extension Query {
    /// A necessary condition for every live match; `nil` if there is none.
    public var need: RowNeed? { root.need }

    /// The pieces of ``pieces``, including texts so short that testing all rows would be quicker
    /// for a list.
    public var allPieces: [[[UInt8]]] {
        pieces + parts.flatMap { $0.shortPieces }.map { [$0] }
    }
}

extension Query.Node {
    fileprivate var need: RowNeed? {
        switch self {
        case .all(let nodes):
            let needs = nodes.compactMap(\.need)
            return needs.isEmpty ? nil : .all(needs)
        case .any(let nodes):
            let needs = nodes.map(\.need)
            return needs.contains(nil) ? nil : .any(needs.compactMap(\.self))
        case .not(.term(let condition)):
            switch condition {
            case .before(let time): return .addedFrom(time)
            case .after(let time): return .addedBefore(time)
            case .conflict: return .conflict(false)
            case .unopened: return .opened(true)
            case .unread: return .unread(false)
            case .archived: return .archived(false)
            default: return nil
            }
        case .not: return nil
        case .term(let condition): return condition.need
        }
    }

    fileprivate var shortPieces: [[UInt8]] {
        guard case .term(.text(.expression(let expression), let field)) = self, !field.isOfDetails
        else { return [] }
        return expression.requiredTexts.map { FoldedText.bytes(of: $0) }.filter { !$0.isEmpty }
    }
}

extension Query.Condition {
    fileprivate var need: RowNeed? {
        switch self {
        case .before(let time): .addedBefore(time)
        case .after(let time): .addedFrom(time)
        case .conflict: .conflict(true)
        case .unopened: .opened(false)
        case .unread: .unread(true)
        case .archived: .archived(true)
        case .folder, .within: .folder
        case .text(.word, .notes): .notes
        case .text(.word, .description): .description
        case .duplicate: .otherOfSamePage
        // A live bookmark is not deleted.
        case .deleted: .any([])
        case .text, .tag, .tagged, .site, .broken, .document: nil
        }
    }
}
