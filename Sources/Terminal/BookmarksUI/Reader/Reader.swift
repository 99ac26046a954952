import Bookmarks
import Documents
import ReadableText
import Screen

/// The page that shows the text of a saved page.
struct Reader: TextPage, FilteredPage {
    static let context = ActionContext.reader
    static let filterContext = ActionContext.readerSearch
    static let section: ActionSection? = .reader
    static let sharedActions: [ActionID] = [.open, .undo, .redo]

    let id: String
    /// The id of the document; `nil` for the latest saved page.
    let document: String?
    var answer: ReadPage.Answer?
    /// The page, once it is loaded.
    private(set) var page: ReadablePage?
    /// The page in lines of the last width: laying out a long one takes some milliseconds.
    private var laidOut: ReaderText?
    /// The place at which it was opened; `nil` if the document is unknown.
    private var opened: ReadingPlace?
    /// The place before the same document was loaded again, if it differed.
    private var reread: ReadingPlace?
    /// The number of lines above the text at that time.
    private var above = 0
    /// The words to search in the text.
    var editor = LineEditor()
    var isFiltering = false
    /// The number of lines above the screen.
    var scroll = 0

    /// The maximum width of a line; longer ones are hard to read.
    private static let widest = 76

    /// The phrase to search at first, and on the pages read next.
    private let first: TextPhrase?
    /// Whether to go to the first hit when the page is loaded.
    var goesToHit: Bool

    init(id: String, document: String? = nil, finding first: TextPhrase? = nil) {
        self.id = id
        self.document = document
        self.first = first
        goesToHit = first != nil
        editor = LineEditor(first?.typed ?? "")
    }

    /// The phrase that the page was opened with stays as long as the page.
    var isFilterKept: Bool {
        !isFiltering && !editor.text.isEmpty && editor.text != first?.typed
    }

    var bookmarkID: String? { id }
    func counterpart(for id: String) -> (any Page)? { Reader(id: id, finding: first) }

    /// The links of the page; the first has the number 1.
    var links: [String] { page?.links ?? [] }

    mutating func show(_ answer: ReadPage.Answer) {
        self.answer = answer
        let read = place
        (page, opened, reread) = (nil, nil, nil)
        if case .page(let page, let place) = answer {
            (self.page, opened) = (page, place)
            if read?.document == place?.document { reread = read }
        }
        (laidOut, foundHits, found) = (nil, nil, nil)
        scroll = 0
    }

    /// Lays the page out for a new size. The text at the top stays there.
    mutating func sizeChanged(_ view: ShellView) {
        let (old, index) = (laidOut, scroll - above)
        laidOut = text(view)
        above = lines(in: view).count
        foundHits = nil
        findHits()
        guard let old, let laidOut, old.width != laidOut.width,
            old.lines.indices.contains(index)
        else { return }
        let top = old.lines[index]
        scroll = above + laidOut.line(of: ReaderPlace(block: top.block, offset: top.offset))
    }

    /// The id of the shown document.
    var documentRead: String? { opened?.document }

    /// The id of the document whose text shows, or would show; `nil` if none is saved.
    var original: String? {
        if case .unreadable(_, let found?) = answer { return found }
        return documentRead ?? document
    }

    /// Goes to the place where the person stopped reading: now, if the same document was loaded
    /// again, or earlier.
    mutating func goToPlace() {
        guard let laidOut, let place = reread ?? opened, place.block > 0 || place.offset > 0 else {
            return
        }
        scroll = above + laidOut.line(of: ReaderPlace(block: place.block, offset: place.offset))
    }

    /// The place of the person, if it has changed since the page was opened.
    var place: ReadingPlace? {
        guard let laidOut, let opened, !laidOut.lines.isEmpty else { return nil }
        var place = ReadingPlace(document: opened.document)
        if scroll > above {
            let top = laidOut.lines[min(scroll - above, laidOut.lines.count - 1)]
            (place.block, place.offset) = (top.block, top.offset)
        }
        return place == opened ? nil : place
    }

    func heading(in view: ShellView) -> [String] {
        let title = page?.title ?? ""
        let name = title.isEmpty ? "Reader" : title
        guard !editor.text.isEmpty else { return [name] }
        return [name, "/" + editor.text.prefix(40), count(in: view)]
    }

    /// Returns the number of the current hit, and of all hits.
    private func count(in view: ShellView) -> String {
        let hits = hits(in: view)
        if hits.isEmpty, page != nil { return "no match" }
        return "\(grouped(found.map { $0 + 1 } ?? 0)) of \(grouped(hits.count))"
    }

    // MARK: Lines

    /// The lines above the text.
    func lines(in view: ShellView) -> [TextLine] {
        let column = margin(view)
        guard let page else { return [] }
        let title = view.measure.wrapped(page.title, to: width(view))
            .map { TextLine($0, .title, at: column) }
        let about = [page.byline, page.site].filter { !$0.isEmpty }
            .joined(separator: " \(view.symbols.separator) ")
        let below = about.isEmpty ? [] : [TextLine(about, .faint, at: column)]
        return [TextLine()] + (page.title.isEmpty ? [] : title) + below + [TextLine()]
    }

    /// Returns the reason why there is no text, or that it is loading.
    func notice(in view: ShellView) -> String? {
        switch answer {
        case nil: return waitingText(in: view)
        case .notSaved?:
            let save = view.hint(.savePage, to: "save it").map { "Press \($0)." }
            let how = save ?? "To save it: cloudy save \(id)"
            return "This page is not saved. \(how)"
        case .notHere(let text)?: return text
        case .unreadable(let reason, _)?:
            let named = original ?? id
            let key = original.flatMap { _ in view.hint(.openOriginal, to: "open the saved copy") }
            let open =
                key.map { "Press \($0)." }
                ?? "To open the saved copy: cloudy docs open \(named)."
            return
                "There is no text to read: \(reason). \(open) To get its source: cloudy docs get "
                + named
        case .page?: return nil
        }
    }

    func laterCount(in view: ShellView) -> Int { (text(view)?.lines.count ?? 0) + addressLines }

    func laterLine(_ index: Int, in view: ShellView) -> TextLine {
        guard let text = text(view) else { return TextLine() }
        if index < text.lines.count { return line(index, of: text, view) }
        let number = index - text.lines.count
        if number == 0 { return TextLine() }
        return TextLine("[\(number)] ", .faint, at: margin(view))
            .adding(links[number - 1], .url)
    }

    /// The number of lines for the links' addresses below the text, with an empty line before them.
    private var addressLines: Int { links.isEmpty ? 0 : links.count + 1 }

    func text(_ view: ShellView) -> ReaderText? {
        if let laidOut, laidOut.width == width(view) { return laidOut }
        return page.map { ReaderText($0, width: width(view), measure: view.measure) }
    }

    private func line(_ index: Int, of text: ReaderText, _ view: ShellView) -> TextLine {
        var line = TextLine(pieces: [])
        var column: Int? = margin(view)
        let own = text.letters(of: index)
        let hits = hits(in: view).filter { $0.overlaps(own) }
        var letter = own.lowerBound
        for piece in text.lines[index].pieces {
            let role = Role(piece.style)
            if piece.style.contains(.mark) {
                line = line.adding(piece.text, role, at: column)
            } else {
                for (part, isHit) in parts(of: piece.text, at: letter, hits) {
                    line = line.adding(part, isHit ? .hit : role, at: column)
                    column = nil
                }
                letter += piece.text.count
            }
            column = nil
        }
        return line
    }

    /// Returns a text in parts, each marked as hit or not.
    private func parts(
        of text: String, at start: Int, _ hits: [Range<Int>]
    ) -> [(String, Bool)] {
        if hits.isEmpty { return [(text, false)] }
        var parts: [(String, Bool)] = []
        for (offset, letter) in text.enumerated() {
            let isHit = hits.contains { $0.contains(start + offset) }
            if parts.last?.1 == isHit {
                parts[parts.count - 1].0.append(letter)
            } else {
                parts.append((String(letter), isHit))
            }
        }
        return parts
    }

    private func width(_ view: ShellView) -> Int {
        max(1, min(Self.widest, view.size.columns - 2))
    }

    /// Returns the left margin that centers the text on a wide screen.
    private func margin(_ view: ShellView) -> Int {
        max(1, (view.size.columns - width(view)) / 2)
    }

    // MARK: Searching

    func hits(in view: ShellView) -> [Range<Int>] {
        if editor.text.isEmpty { return [] }
        if let foundHits, foundHits.typed == editor.text, laidOut?.width == width(view) {
            return foundHits.ranges
        }
        return text(view)?.hits(of: editor.text) ?? []
    }

    /// Finds the hits in the current lines once, as each drawn line needs them.
    private mutating func findHits() {
        guard let laidOut, !editor.text.isEmpty, foundHits?.typed != editor.text else { return }
        foundHits = FoundHits(typed: editor.text, ranges: laidOut.hits(of: editor.text))
    }

    /// Returns the lines in which the hits begin.
    private func places(in view: ShellView) -> [Int] {
        guard let text = text(view) else { return [] }
        let above = lines(in: view).count
        return hits(in: view).map { text.line(of: $0) + above }
    }

    /// Goes to the first hit that is not above the screen.
    mutating func follow(_ view: ShellView) {
        found = nil
        findHits()
        goToHit(view, by: 0)
    }

    /// Goes to another hit, or around to the other end.
    ///
    /// - Parameter step: 1 for the next hit, -1 for the one before, from the current one. Without
    ///   one, the first hit that is not above the screen is the next.
    mutating func goToHit(_ view: ShellView, by step: Int) {
        let places = places(in: view)
        if places.isEmpty { return }
        let below = places.firstIndex { $0 >= scroll } ?? (step < 0 ? places.count : 0)
        let next = found.map { $0 + step } ?? (step < 0 ? below - 1 : below)
        let number = (next + places.count) % places.count
        let count = PageText(self, in: view).count
        // Some lines above the hit show its context.
        scroll = max(0, min(places[number] - min(3, view.rows / 4), count - view.rows))
        found = number
    }

    /// The number of the current hit, from 0.
    var found: Int?
    /// The hits of the typed words in the lines of ``laidOut``.
    private var foundHits: FoundHits?

    private struct FoundHits {
        var typed: String
        var ranges: [Range<Int>]
    }
}

extension Role {
    fileprivate init(_ style: ReadablePage.Style) {
        if style.contains(.mark) {
            self = .faint
        } else if style.contains(.heading) {
            self = .heading
        } else if style.contains(.code) {
            self = .code
        } else if style.contains(.strong) {
            self = .strong
        } else if style.contains(.emphasis) {
            self = .emphasis
        } else {
            self = .plain
        }
    }
}
