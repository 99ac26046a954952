import Bookmarks
import KeyValueStore
import Screen

/// Draws the first line: the title of the list or page at the left, the state of syncing at the
/// right. Less important parts make room for more important ones.
func drawTitle(_ state: ScreenState, _ list: BookmarkList, _ pen: inout Pen) {
    let lefts = leftTitles(state, list)
    let rights = rightTitles(state)
    let fits = rights.lazy.flatMap { right in lefts.prefix(2).map { (left: $0, right: right) } }
        .first { pen.measure.width($0.left) + pen.measure.width($0.right) + 4 <= pen.columns }
    let left = fits?.left ?? lefts.last ?? ""
    let right = fits?.right ?? rights.last ?? ""
    let start = pen.write(right, endingAt: pen.columns - 1, row: 0, state.shell.sync.role)
    pen.write(left, column: 1, row: 0, width: max(0, start - 2), .title)
}

/// Returns the texts at the left of the title, from the longest to the shortest.
private func leftTitles(_ state: ScreenState, _ list: BookmarkList) -> [String] {
    let main = state.shell.mainPage
    // A pane has the heading of its page; the title is the list's, if the list shows.
    if state.shell.paneFrames != nil, main != nil { return ["Cloudy" + progressTitle(state)] }
    if let heading = main?.heading(in: state.view(list)).joined(separator: "  ") {
        let both = heading + progressTitle(state)
        return ["Cloudy  " + both, both, heading]
    }
    let marked =
        state.listView.marks.words(range: state.listView.markedRange?.count) + progressTitle(state)
    let total = grouped(list.total)
    if state.shell.filterMistake != nil {
        let what = "a mistake in the filter"
        return ["Cloudy  \(total)\(marked)  \(what)", "\(total)\(marked)  \(what)", what]
    }
    guard !list.query.isEmpty else {
        return ["Cloudy  \(total)\(marked)", total + marked]
    }
    let found = grouped(list.count) + (list.isPartial ? "+" : "")
    // Deleted bookmarks do not count in the total.
    let scope = list.hasDeleted ? " found" : " of \(total)"
    let short = list.hasDeleted ? found : "\(found)/\(total)"
    let guesses = "no match, \(found) similar"
    // A title has no space for more of a query, which may be as long as a paste.
    let isLong = list.query.prefix(41).count > 40
    let query = "/" + list.query.prefix(40) + (isLong ? state.shell.symbols.ellipsis : "")
    if list.hasGuessed {
        return ["Cloudy  \(guesses)\(marked)  \(query)", guesses + marked, "~" + found + marked]
    }
    return [
        "Cloudy  \(found)\(scope)\(marked)  \(query)", "\(found)\(scope)\(marked)  \(query)",
        short + marked,
    ]
}

/// Returns the progress of running work, after two blanks.
private func progressTitle(_ state: ScreenState) -> String {
    let words =
        state.activities.titleWords(state.shell.symbols)
        + [state.ongoing?.words].compactMap(\.self)
    return words.map { "  " + $0 }.joined()
}

/// Returns the texts at the right of the title, from the longest to the shortest.
private func rightTitles(_ state: ScreenState) -> [String] {
    let (sync, symbols) = (state.shell.sync, state.shell.symbols)
    let (sign, words) = sync.words(symbols)
    let unsent = sync.unsent > 0 ? ["\(grouped(sync.unsent)) unsent"] : []
    let device = sync.device.isEmpty ? [] : [sync.device]
    let account = sync.account.map { [$0] } ?? []
    let gap = " \(symbols.separator) "
    let long = [sign + " " + words] + unsent
    // The status page itself needs no hint.
    let hint = sync.isToBeMended && !state.shell.tellsSync ? state.shell.keyName(.status) : nil
    let longest = hint.map { ["\(sign) \(words); press \($0) for details"] + unsent } ?? long
    return [
        (longest + device + account).joined(separator: gap),
        (longest + account).joined(separator: gap),
        (long + device + account).joined(separator: gap),
        (long + account).joined(separator: gap), long.joined(separator: gap),
        sync.unsent > 0 ? "\(sign) \(grouped(sync.unsent))" : sign,
    ]
}

extension SyncState {
    /// Returns a sign and one or two words for the state of syncing.
    fileprivate func words(_ symbols: Symbols) -> (sign: String, words: String) {
        switch phase {
        case .held where missing > 0: (symbols.alert, "\(grouped(missing)) missing at server")
        case .held(let deletions, _): (symbols.alert, counted(deletions, "deletion") + " waiting")
        case .joining(let own, _): (symbols.alert, "\(grouped(own)) not joined")
        case .locked(let isReplaced): (symbols.alert, isReplaced ? "new key" : "sealed, no key")
        case .unsealed: (symbols.alert, "not sealed")
        case .offline: (symbols.offline, "offline")
        case .unreachable where isReadOnly: (symbols.alert, "read-only")
        case .unreachable where lacksAddress: (symbols.alert, "server unknown")
        case .unreachable where isFullHere: (symbols.alert, "disk full")
        case .unreachable: (symbols.alert, lacksRoom ? "cloud has no space" : "unreachable")
        case .refused: (symbols.alert, "refused")
        case .idle where browserDeletions > 0:
            (symbols.alert, counted(browserDeletions, "deletion") + " waiting")
        case .idle where quotaExceeded: (symbols.alert, "account full")
        case .idle where isAlone: (symbols.synced, "local")
        case .idle: (symbols.synced, unsent > 0 ? "online" : "synced")
        }
    }

    /// Whether syncing waits for a person to do something elsewhere.
    fileprivate var isToBeMended: Bool {
        switch phase {
        case .refused, .unsealed, .locked: true
        case .unreachable where lacksAddress: true
        case .idle, .offline, .unreachable, .held, .joining: false
        }
    }

    fileprivate var role: Role {
        switch phase {
        case .held, .joining, .locked, .unsealed, .unreachable, .refused: .warning
        case .idle where quotaExceeded || browserDeletions > 0: .warning
        case .offline: .faint
        case .idle: .info
        }
    }
}
