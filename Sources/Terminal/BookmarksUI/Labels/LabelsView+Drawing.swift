import Bookmarks
import Screen

extension LabelsView {
    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen) {
        guard let label = rows?[index] else { return }
        let counts = pen.columns < 24 ? "" : self.counts(of: label)
        let end =
            counts.isEmpty
            ? pen.columns - 1
            : pen.write(counts, endingAt: pen.columns - 1, row: row, .faint) - 2
        func write(_ text: String, column: Int, _ role: Role) -> Int {
            pen.write(text, column: column, row: row, width: max(0, end - column), role)
        }
        switch label {
        case .tag(let tag): _ = write("#" + tag.name, column: 3, .tag)
        case .folder(let folder) where isTree:
            // However deep the folder is, half of the line is left for its name.
            let indent = min(2 * folder.depth, max(0, pen.columns / 2 - 3))
            _ = write(folder.name, column: 3 + indent, .plain)
        case .folder(let folder): _ = write(folder.path, column: 3, .plain)
        case .search(let name, let text):
            let next = write("@" + name, column: 3, .plain)
            let column = max(next + 2, min(24, pen.columns / 3))
            if column < end { _ = write(text, column: column, .faint) }
        }
    }

    /// Whether folders are shown as a tree.
    private var isTree: Bool { !isByCount && editor.text.isEmpty }

    private func counts(of label: LabelRow) -> String {
        switch label {
        case .tag(let tag):
            return isListFiltered
                ? "\(grouped(tag.shown)) of \(grouped(tag.count))" : grouped(tag.count)
        case .folder(let folder):
            return folder.own == folder.total
                ? grouped(folder.total)
                : "\(grouped(folder.own)) of \(grouped(folder.total))"
        case .search: return ""
        }
    }
}
