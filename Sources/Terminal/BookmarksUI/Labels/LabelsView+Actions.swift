import Bookmarks
import Screen

extension ActionContext {
    /// The page of tags, folders and searches, and the line that filters it.
    public static let labels = ActionContext(
        "labels", called: "tags, folders and searches")
    public static let labelsFilter = ActionContext(
        "labelsFilter", called: "filter of tags, folders and searches", takesText: true)
}

extension ActionSection {
    public static let labels = ActionSection("On the page of tags, folders, searches")
}

extension ActionID {
    public static let showLabels = ActionID("show-tags")
    public static let chooseLabel = ActionID("choose-tag")
    public static let narrowByLabel = ActionID("narrow-by-tag")
    public static let renameLabel = ActionID("rename-tag")
    public static let deleteLabel = ActionID("delete-tag")
    public static let nextTab = ActionID("next-tab")
    public static let previousTab = ActionID("previous-tab")
    public static let filterLabels = ActionID("filter-tags")
    public static let sortLabels = ActionID("sort-tags")
}

extension LabelsView {
    static let actions = [
        Action(
            .showLabels, [.character("t")], "Show tags, folders and saved searches, and choose one",
            .find, in: [.list], hint: ActionHint(label: "tags", priority: 35),
            need: .bookmarks,
            also: "categories collections rename delete remove a directory tree"),
        Action(
            .chooseLabel, [.enter], "Show its bookmarks, replacing the filter", .labels,
            in: [.labels], hint: ActionHint(label: "show", priority: 94), need: .page),
        Action(
            .narrowByLabel, [.character("n")], "Show its bookmarks, within the filter",
            .labels, in: [.labels], need: .page),
        Action(
            .renameLabel, [.character("r")],
            "Rename it everywhere; an existing name merges the two",
            .labels, in: [.labels], hint: ActionHint(label: "rename", priority: 86), need: .page),
        Action(
            .deleteLabel, [.character("d"), .delete], "Remove it from all bookmarks, which stay",
            .labels, in: [.labels], hint: ActionHint(label: "delete", priority: 84), need: .page),
        Action(
            .nextTab, [.tab], "Go to folders, saved searches, tags", .labels,
            in: [.labels], hint: ActionHint(label: "next", priority: 88)),
        Action(.previousTab, [.backTab], "Go to the previous tab", .labels, in: [.labels]),
        // On other pages, Tab does this.
        Action(
            .enterPreview, [.character("l"), .right], "Go to the preview, to scroll it", .labels,
            in: [.labels], hint: ActionHint(label: "preview", priority: 50)),
        Action(
            .filterLabels, [.character("/")], "Show only the names that match what you type",
            .labels, in: [.labels], hint: ActionHint(label: "filter", priority: 75)),
        Action(
            .sortLabels, [.character("s")], "Sort by name, or by number of bookmarks",
            .labels, in: [.labels], hint: ActionHint(label: "sort", priority: 60)),
    ]

    static func opened(by action: ActionID, in view: ShellView) -> LabelsView? {
        guard action == .showLabels else { return nil }
        var page = LabelsView()
        _ = page.listChanged(view)
        return page
    }

    func reason(against action: ActionID, _ view: ShellView) -> String? {
        selected == nil ? "There is nothing to choose here" : nil
    }

    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        let rows = max(1, view.rows)
        switch action {
        case .nextTab: return show(tab.next, rows)
        case .previousTab: return show(tab.previous, rows)
        case .sortLabels:
            if tab == .searches { return [.reply("Saved searches are always sorted by name")] }
            toggleOrder(page: rows)
            return [.reply(isByCount ? "Most used first" : "Sorted by name")]
        case .filterLabels:
            isFiltering = true
            return []
        default:
            guard let selected else { return [] }
            if action == .deleteLabel { follow(removing: selected.key) }
            return commands(for: action, selected, view)
        }
    }

    private mutating func show(_ tab: LabelTab, _ rows: Int) -> [PageCommand] {
        go(to: tab, page: rows)
        return tab == .folders ? [.request(FoldersRequest())] : []
    }

    private func commands(
        for action: ActionID, _ row: LabelRow, _ view: ShellView
    ) -> [PageCommand] {
        switch action {
        case .chooseLabel: [.filter(row.query)]
        case .narrowByLabel: [.filter(view.list.search.text(narrowedBy: row.query))]
        case .renameLabel: [.prompt(labelCommands(view).promptForName(of: row))]
        case .deleteLabel: labelCommands(view).deletion(of: row, view.symbols)
        default: []
        }
    }

    private func labelCommands(_ view: ShellView) -> LabelCommands {
        LabelCommands(
            tags: tags ?? [], folders: folders ?? [], searches: searches,
            hasArchived: view.list.archivedCount > 0)
    }
}
