import Bookmarks
import Documents
import Replication
import Screen

/// Makes the lines of a bookmark for the preview.
struct PreviewText {
    let view: ShellView
    let columns: Int
    /// The maximum number of lines of notes and description: no more of a long text is wrapped at
    /// each key than is visible.
    var limit = Int.max

    /// Returns the lines for the facts in a row of the list.
    func lines(of row: BookmarkRow) -> [TextLine] {
        head(row.title, row.url, row.separateTags, folder: "")
    }

    /// Returns lines for found bookmarks: their number, and a line for each, with its host if there
    /// is room.
    ///
    /// - Parameter count: the number of bookmarks, if known and not all are in `found`.
    func lines(of found: FoundBookmarks, count: Int?) -> [TextLine] {
        let rows = found.rows.prefix(limit).map { row in
            let left = columns - view.measure.width(row.title) - 4
            let host = view.measure.truncated(
                row.shownHost, to: max(columns / 3, left), ellipsis: view.symbols.ellipsis)
            let end = columns - 1 - view.measure.width(host)
            let title = view.measure.truncated(
                row.title, to: max(1, end - 2), ellipsis: view.symbols.ellipsis)
            return TextLine(title, row.isUnread ? .title : .plain).adding(host, .faint, at: end)
        }
        let shown = found.rows.count
        guard found.hasMore else {
            return [TextLine(counted(shown, "bookmark"), .faint), TextLine()] + rows
        }
        guard let count, count > shown else {
            return [TextLine("More than \(counted(shown, "bookmark"))", .faint), TextLine()] + rows
        }
        return [TextLine(counted(count, "bookmark"), .faint), TextLine()] + rows
            + [TextLine("\(grouped(count - shown)) more", .faint)]
    }

    /// The whole preview.
    func lines(of content: PreviewContent) -> [TextLine] {
        let bookmark = content.shown.bookmark
        let facts =
            head(bookmark.title, bookmark.url, bookmark.tags, folder: bookmark.folder)
            + state(of: bookmark, content.shown.here, content.shown.deleted)
        let rest =
            documentLines(content.shown.documents)
            + conflicts(of: bookmark, content.shown.here.conflicts)
            + found(content.snippet)
            + section("Notes", bookmark.notes)
            + section("Note", content.noteText ?? "")
            + section("About", bookmark.description)
            + section("Saved page", content.savedText ?? "")
            + changes(in: content.history)
        return content.shown.deleted == nil ? facts + rest : facts + keysOfTrash(above: rest)
    }

    private func head(
        _ title: String, _ url: String, _ tags: [String], folder: String
    ) -> [TextLine] {
        var lines = wrapped(title, .title)
        if title != url { lines += wrapped(shortened(url), .url) }
        if !tags.isEmpty || !folder.isEmpty {
            lines.append(TextLine())
            let shown = tags.map { "#" + $0 }.joined(separator: " ")
            lines += texts(shown).map { TextLine(tags: $0, of: tags) }
            lines += texts(folder).map { TextLine(folder: $0, of: folder) }
        }
        return lines
    }

    private func state(
        of bookmark: Bookmark, _ here: KnownHere, _ deleted: DeletedRow?
    ) -> [TextLine] {
        var words = ["Added \(date(bookmark.added))"]
        if let deleted {
            words.append("Deleted \(date(deleted.deleted)) on \(deleted.device)")
        } else {
            // The stamp of an addition is a moment later than its date.
            if bookmark.modified - bookmark.added >= 2 {
                words.append("Modified \(date(bookmark.modified))")
            }
            if !bookmark.device.isEmpty { words[words.count - 1] += " on \(bookmark.device)" }
        }
        if here.opens > 0 {
            words.append(
                "Opened \(grouped(here.opens))\(view.symbols.times), last "
                    + date(here.opened))
        }
        var marks: [String] = []
        if bookmark.isUnread { marks.append("Unread") }
        if bookmark.isArchived { marks.append("Archived") }
        if !marks.isEmpty { words.append(marks.joined(separator: " \(view.symbols.separator) ")) }
        var lines = [TextLine()] + words.flatMap { wrapped($0, .faint) }
        if let link = here.link {
            lines += wrapped(
                "Link \(link.finding.words), checked \(date(link.checked))",
                link.finding == .works ? .faint : .warning)
        }
        return lines
    }

    /// Returns the bookmark's documents in one line.
    private func documentLines(_ documents: [DocumentRow]) -> [TextLine] {
        func count(_ kind: Document.Kind) -> Int { documents.count { $0.kind == kind } }
        let (pages, notes, files) = (count(.page), count(.note), count(.file))
        var parts: [String] = []
        if let saved = documents.filter({ $0.kind == .page }).map(\.changed).max() {
            let what = pages == 1 ? "page saved" : "\(pages) pages saved, the latest"
            parts.append("\(what) \(date(saved))")
        }
        if notes > 0 { parts.append(notes == 1 ? "note" : "\(notes) notes") }
        if files > 0 { parts.append(files == 1 ? "1 file" : "\(files) files") }
        guard let first = parts.first?.first else { return [] }
        let text = parts.joined(separator: ", ")
        return wrapped(first.uppercased() + text.dropFirst(), .faint)
    }

    private func conflicts(
        of bookmark: Bookmark, _ documents: [DocumentConflict]
    ) -> [TextLine] {
        if bookmark.lostValues.isEmpty, documents.isEmpty { return [] }
        var lines = [rule("Conflict")]
        for lost in bookmark.lostValues {
            let text = lost.text.isEmpty ? "empty" : view.symbols.quoted(lost.text)
            lines += wrapped(
                "\(lost.field) \(text) on \(lost.device), \(date(lost.typed))", .warning)
        }
        for conflict in documents {
            let what = conflict.summary {
                CalendarTime($0, offset: view.utcOffset).dateAndTime
            }
            lines += wrapped(view.text(what, .showDocuments, to: "see it"), .warning)
        }
        let take = view.keys.name(of: .takeOther, in: .preview)
        let keep = view.keys.name(of: .settle, in: .preview)
        guard let take, let keep else { return lines }
        let there = view.context == .preview ? nil : view.hint(.nextPane, to: "go to this pane")
        let kept = bookmark.lostValues.count == 1 ? "this one" : "all as shown"
        let settle =
            bookmark.lostValues.first.map {
                let verb = bookmark.hasSeveralValues(besides: $0) ? "choose the" : "take the other"
                return "\(take) to \(verb) \($0.field) or \(keep) to keep \(kept)"
            } ?? "\(keep) to keep the current version"
        return lines
            + wrapped("Press " + (there.map { $0 + ", then " } ?? "") + settle, .faint)
    }

    /// Returns the text that matches the filter.
    private func found(_ snippet: TextSnippet?) -> [TextLine] {
        guard let snippet else { return [] }
        var letters = snippet.parts.flatMap { part in part.text.map { ($0, part.isHit) } }[...]
        let lines = texts(snippet.text).map { text in
            // Wrapping drops only blanks at the ends of lines.
            var line = TextLine(pieces: [])
            var column: Int? = 1
            var (piece, isHit) = ("", false)
            for letter in text {
                while let first = letters.first, first.0 != letter { letters.removeFirst() }
                let next = letters.popFirst()?.1 ?? false
                if next != isHit, !piece.isEmpty {
                    line = line.adding(piece, isHit ? .hit : .plain, at: column)
                    (piece, column) = ("", nil)
                }
                isHit = next
                piece.append(letter)
            }
            return line.adding(piece, isHit ? .hit : .plain, at: column)
        }
        return [rule("Found")] + lines
    }

    func section(_ heading: String, _ text: String) -> [TextLine] {
        guard limit < Int.max else {
            return text.isEmpty ? [] : [rule(heading)] + wrapped(text, .plain)
        }
        let shown = String(text.prefix(limit * max(1, columns)))
        return text.isEmpty ? [] : [rule(heading)] + wrapped(shown, .plain).prefix(limit)
    }

    /// Returns a line for each of the latest changes.
    private func changes(in history: BookmarkHistory) -> [TextLine] {
        let changes = history.changes.prefix(3)
        guard history.changes.count > 1 else { return [] }
        return [rule("History")]
            + changes.map { change in
                let device = change.device.isEmpty ? "" : " on \(change.device)"
                return TextLine("\(date(change.made))\(device): \(words(for: change))", .faint)
            }
    }

    /// Returns the fields of a change, and the values of a single one.
    private func words(for change: BookmarkChange) -> String {
        let fields = change.fields.filter { $0.name != "added" }
        guard let first = fields.first else {
            return change.kind == .deleted ? "deleted" : "restored"
        }
        if fields.count == 1, first.words == nil {
            let values = [first.textBefore, first.textAfter].map { text in
                let short = view.measure.truncated(
                    text, to: max(8, columns / 4), ellipsis: view.symbols.ellipsis)
                return text.isEmpty ? "nothing" : view.symbols.quoted(short)
            }
            return "\(first.title) \(values[0]) \(view.symbols.right) \(values[1])"
        }
        return fields.map { $0.words ?? $0.title }.joined(separator: ", ")
    }

    private func rule(_ heading: String) -> TextLine {
        let line = String(
            repeating: view.symbols.border.horizontal, count: max(0, columns - heading.count - 4))
        return TextLine(heading + " ", .label).adding(line, .border)
    }

    func wrapped(_ text: String, _ role: Role) -> [TextLine] {
        texts(text).map { TextLine($0, role) }
    }

    private func texts(_ text: String) -> [String] {
        text.isEmpty ? [] : view.measure.wrapped(text, to: columns - 2)
    }

    /// Returns an address without its usual scheme.
    func shortened(_ url: String) -> String {
        for scheme in ["https://", "http://"] where url.hasPrefix(scheme) {
            return String(url.dropFirst(scheme.count))
        }
        return url
    }

    func date(_ seconds: Double) -> String {
        RelativeTime.words(seconds, now: view.now)
            ?? CalendarTime(seconds, offset: view.utcOffset).dateAndTime
    }
}
