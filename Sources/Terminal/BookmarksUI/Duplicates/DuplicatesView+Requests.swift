public import Bookmarks

/// Asks for the bookmarks that share a page.
public struct DuplicatesRequest: PageRequest {
    /// Makes a request for all duplicates.
    public init() {}

    public func answer(from library: any PageLibrary) throws -> [DuplicateGroup] {
        try DuplicateGroup.all(in: library.catalog)
    }

    /// Comparing all addresses takes a while if there are many.
    public func quickAnswer(from library: any PageLibrary) -> [DuplicateGroup]? { nil }
}

/// Merges each group of ids into one bookmark.
public struct MergeDuplicates: PageEdit {
    var groups: [[String]]

    /// Merges each group into its first bookmark.
    public init(_ groups: [[String]]) {
        self.groups = groups
    }

    public var ongoing: OngoingEdit? { OngoingEdit("merging", total: groups.count) }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        Self.outcome(of: try controller.merge(groups), ids: groups.flatMap(\.self))
    }

    /// The message about the result.
    ///
    /// - Parameter ids: the bookmarks of the merged groups.
    public static func outcome(of report: MergeReport, ids: [String]) -> ActionOutcome {
        if report.pages == 0 {
            return .answered(
                "Nothing was merged: the bookmarks changed or were deleted meanwhile")
        }
        let pages = counted(report.pages, "page")
        let gone =
            report.deleted == 1 ? "1 bookmark was" : "\(grouped(report.deleted)) bookmarks were"
        return .changed(what: "Merged the duplicates of \(pages); \(gone) deleted", ids: ids)
    }
}

extension DuplicatesView {
    var requests: [any PageOperation] { [DuplicatesRequest()] }

    func isStale(after change: LibraryChange) -> Bool {
        switch change {
        case .received, .outcome(.changed), .outcome(.answered): true
        case .outcome(.reversed): true
        default: false
        }
    }

    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        if let groups = answer.answer(to: DuplicatesRequest()) { show(groups, page: view.rows) }
    }
}
