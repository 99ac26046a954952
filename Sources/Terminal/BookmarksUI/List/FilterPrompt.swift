import Bookmarks
import Screen

/// The line in which the filter is typed; the list follows every key.
struct FilterPrompt: Sendable, Hashable {
    var editor: LineEditor
    /// The earlier selection, to which clearing the filter returns.
    let selected: String?
    /// The completion of an unfinished name at the end: see ``FilterWord``.
    var completion: Completion?
    /// The existing tags and folders, once one is typed.
    var tags: Completion?
    var folders: Completion?
    /// Whether the existing tags and folders were requested.
    var asksForTags = false
    var asksForFolders = false
    /// The error of an invalid text that no further text could make valid.
    var mistake: QueryError?
    /// The kinds of facts that were already read ahead.
    var foreseen: Set<ForeseenFacts.Kind> = []
}

extension ScreenState {
    mutating func performFilter(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        switch (action, shell.modes.last) {
        case (.filter, _):
            // The next key begins another word.
            let isOpen = list.query.isEmpty || list.query.last == " "
            let text = isOpen ? list.query : list.query + " "
            shell.modes.append(
                .filter(FilterPrompt(editor: LineEditor(text), selected: listView.selection.id)))
            return []
        case (.keepFilter, .filter(let prompt)):
            // An invalid query stays in the line, so that it can be corrected.
            guard let query = readQuery(prompt.editor.text) else { return [] }
            shell.leave()
            // The “today” of the typed query may be yesterday by now.
            return [.filter(query)]
        case (.clearFilter, .filter(let prompt)):
            shell.leave()
            listView.selection.id = prompt.selected ?? listView.selection.id
            // A typed query may still wait for the text of documents.
            let isNothing = list.query.isEmpty && prompt.editor.text.isEmpty
            return isNothing ? [] : [.filter(Query())]
        case (.clear, _):
            return clear(list)
        case (.keepFilter, .page), (.clearFilter, .page):
            leavePageFilter(keeping: action == .keepFilter, list)
            return []
        default:
            return []
        }
    }

    /// Handles Esc in the list: it clears one thing at a time.
    private mutating func clear(_ list: BookmarkList) -> [Effect] {
        if ongoing != nil {
            return stopEditing()
        } else if let stop = activities.stop(shell.symbols) {
            return carryOut(stop, list)
        } else if listView.marks.anchor != nil {
            listView.marks.anchor = nil
        } else if !listView.marks.isEmpty {
            listView.marks = Marks()
        } else if !list.query.isEmpty {
            return [.filter(Query())]
        } else if !listView.remoteChanges.isEmpty {
            listView.remoteChanges = [:]
        } else {
            shell.message = nil
        }
        return []
    }

    mutating func typeFilter(_ key: Key) -> [Effect] {
        guard case .filter(var prompt) = shell.modes.last else { return [] }
        let before = prompt.editor.text
        // Backspace in an empty filter closes it, as in editors and pagers.
        if key == .backspace, before.isEmpty {
            shell.leave()
            return []
        }
        guard prompt.editor.handle(key) else { return [] }
        if prompt.editor.text != before { return follow(prompt) }
        shell.modes[shell.modes.count - 1] = .filter(prompt)
        _ = readTyped()
        return []
    }

    /// Follows the filter after it was changed.
    mutating func follow(_ prompt: FilterPrompt) -> [Effect] {
        var prompt = prompt
        prompt.completion = names(in: prompt)
        let effects = askForNames(&prompt)
        shell.modes[shell.modes.count - 1] = .filter(prompt)
        return (readTyped().map { [.filter($0)] } ?? []) + effects
    }

    /// Reads the text that is being typed. The list follows a complete query, and stays as it is
    /// while the query is incomplete; mistakes show at once.
    private mutating func readTyped() -> Query? {
        guard case .filter(var prompt) = shell.modes.last else { return nil }
        let text = prompt.editor.text
        let begun = begunText(prompt)
        prompt.mistake = nil
        defer { shell.modes[shell.modes.count - 1] = .filter(prompt) }
        func query(_ text: String) throws(QueryError) -> Query {
            try Query(text, at: shell.queryClock, searches: searches)
        }
        do throws(QueryError) {
            let whole = try query(text)
            if shell.filterOffer == nil, let hint = whole.hintOfUnknownField {
                shell.reply(hint, .info)
                shell.message?.expires = nil
            }
            return begun == text ? whole : (try? query(begun)) ?? whole
        } catch {
            if error.isUnfinished, begun != text, let query = try? query(begun) { return query }
            // A name with a suggestion may still become valid.
            let isLast = error.range.upperBound == text.unicodeScalars.count
            if shell.filterOffer == nil || !(error.isUnfinished || isLast) {
                shell.reply(error, error.isUnfinished ? .info : .warning)
                if !error.isUnfinished { prompt.mistake = error }
            }
            return nil
        }
    }

    /// Returns the typed text without parts at its end that are not terms yet.
    private func begunText(_ prompt: FilterPrompt) -> String {
        let text = prompt.editor.text
        // A colon at the beginning of a word lists the fields.
        guard let word = FilterWord(in: prompt.editor), word.kind == .field, word.lead == ":",
            shell.filterOffer != nil
        else { return FilterPrompt.withoutJoints(text) }
        return FilterPrompt.withoutJoints(String(text.dropLast(word.length)))
    }

    /// Reads the typed text. If it is invalid, the list stays as it is, and a message gives the
    /// reason.
    mutating func readQuery(_ text: String) -> Query? {
        do throws(QueryError) {
            return try Query(text, at: shell.queryClock, searches: searches)
        } catch {
            shell.reply(error, .warning)
            return nil
        }
    }

    mutating func pasteInFilter(_ text: String) -> [Effect] {
        guard case .filter(var prompt) = shell.modes.last else { return [] }
        guard text.utf8.count <= Shell.filterLimit else {
            shell.replyTooLong(text)
            return []
        }
        prompt.editor.insert(text)
        shell.noteJoined(text)
        return follow(prompt)
    }
}

extension Shell {
    /// The clock for dates in a query.
    var queryClock: QueryClock { QueryClock(now: now, utcOffset: utcOffset) }

    /// Shows the place and the reason of an invalid query until the next key.
    fileprivate mutating func reply(_ error: QueryError, _ level: MessageLevel) {
        reply("\(symbols.quoted(error.piece)): \(error.message)", level)
        message?.expires = nil
    }

    /// Reports why a text was not pasted into a filter.
    mutating func replyTooLong(_ text: String) {
        reply(
            "Nothing was pasted: the text has \(grouped(text.utf8.count)) bytes; the limit for "
                + "a filter is " + grouped(Self.filterLimit), .warning)
    }

    /// The maximum length of a paste into a filter, in bytes.
    static let filterLimit = 4096
}

extension FilterPrompt {
    /// Returns the text without parts at its end that wait for another word.
    fileprivate static func withoutJoints(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let last = words.lastIndex(where: { !isJoint($0, in: text) }) else {
            return words.isEmpty ? text : ""
        }
        return last == words.count - 1 ? text : String(text[..<words[last].endIndex])
    }

    /// Whether a word means something only with the next one: `or`, open parentheses, or a minus
    /// alone.
    private static func isJoint(_ word: Substring, in text: String) -> Bool {
        if word == "or" || word == "OR" { return true }
        guard word.allSatisfy({ $0 == "(" || $0 == "-" }), !word.contains("--") else {
            return false
        }
        return word.last == "(" || word.endIndex == text.endIndex
    }
}
