import Bookmarks
import Screen

@testable import BookmarksUI

// A whole page, as Docs/Internals/Architecture.md shows it: how many bookmarks each site has.

extension ActionContext {
    static let sites = ActionContext("sites")
}

extension ActionID {
    static let showSites = ActionID("show-sites")
    static let filterSite = ActionID("filter-site")
}

struct SiteCount: Sendable, Hashable {
    var site: String
    var count: Int
}

struct SitesRequest: PageRequest {
    func answer(from library: any PageLibrary) throws -> [SiteCount] {
        let rows = try library.catalog.rows(sortedBy: SortOrder(.url), limit: nil)
        let sites = Dictionary(grouping: rows) {
            String($0.url.split(separator: "/").dropFirst().first ?? "")
        }
        return sites.map { SiteCount(site: $0, count: $1.count) }
            .sorted { ($1.count, $0.site) < ($0.count, $1.site) }
    }
}

struct SitesPage: ChoicePage {
    static let context = ActionContext.sites
    static let actions = [
        Action(.showSites, [.character("I")], "Show the sites", .view, in: [.list]),
        Action(
            .filterSite, [.enter], "Show the bookmarks of the site", .view, in: [.sites],
            hint: ActionHint(label: "show", priority: 90), need: .page),
    ]

    var choice = Choice()
    var sites: [SiteCount]?

    var count: Int? { sites?.count }
    var emptyText: String { "There is no bookmark." }
    var requests: [any PageOperation] { [SitesRequest()] }

    static func opened(by action: ActionID, in view: ShellView) -> SitesPage? {
        action == .showSites ? SitesPage() : nil
    }

    func heading(in view: ShellView) -> [String] { ["Sites", "\(sites?.count ?? 0)"] }

    func isStale(after change: LibraryChange) -> Bool {
        if case .received = change { true } else { false }
    }

    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        if let sites = answer.answer(to: SitesRequest()) { self.sites = sites }
    }

    func reason(against action: ActionID, _ view: ShellView) -> String? {
        sites?.isEmpty == false ? nil : "There is no site to show"
    }

    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        [.leave, .beginFilter("site:" + (sites?[choice.index].site ?? ""))]
    }

    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen) {
        guard let site = sites?[index] else { return }
        pen.write("\(site.site)  \(site.count)", column: 3, row: row)
    }
}
