import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc
import Screen

/// Returns the query in the arguments of a command. If it is invalid, shows the place, and ends the
/// command.
///
/// - Parameter searches: called only if the query uses a saved search.
func readQuery(
    _ arguments: [String], _ searches: @autoclosure () throws -> SavedSearches
) throws -> Query {
    let text = arguments.joined(separator: " ")
    let searches = text.contains("@") ? try searches() : SavedSearches()
    do throws(QueryError) {
        let query = try Query(text, at: queryClock(), searches: searches)
        if let hint = query.hintOfUnknownField { complain(hint) }
        return query
    } catch {
        let meant = error.meantQuery.map { " Did you mean \($0)?" } ?? ""
        complain(error.message + meant, at: error.lead, in: text)
        throw ExitCode(.usage)
    }
}

/// Refuses an option in the place of a query: a query may begin with a minus, and an empty variable
/// must not turn the next word into a query.
func refuseOption(asQuery query: String?) throws {
    guard let query, query.hasPrefix("--") else { return }
    throw ValidationError(
        "The query is missing: \(query) is an option. To search for text that begins with two "
            + "minuses, type -(…).")
}

/// Returns the clock for dates in a query.
func queryClock() -> QueryClock {
    QueryClock(
        now: Double(DeviceStore.milliseconds()) / 1000, utcOffset: LocalTime.offset)
}

/// Prints an error about a text on standard error, with a caret under the place, which is after
/// `lead`. Of a long text, only the part around that place is printed.
func complain(_ message: String, at lead: String, in text: String) {
    complain(message)
    let measure = TextMeasure.standard
    let text = Array(harmless(text))
    let place = min(harmless(lead).count, text.count)
    // The excerpt has a little more before the place than after it.
    let begin = text.count <= excerptLength ? 0 : max(0, place - excerptLength * 5 / 8)
    var before = (begin > 0 ? "…" : "") + String(text[begin..<place])
    while begin > 0, measure.width(before) > excerptLength * 5 / 8 {
        before.remove(at: before.index(after: before.startIndex))
    }
    let column = measure.width(before)
    let shown = before + measure.truncated(String(text[place...]), to: excerptLength - column)
    let caret = String(repeating: " ", count: column) + "^"
    write("  \(shown)\n  \(caret)\n", to: STDERR_FILENO)
}

/// With its margin, an excerpt fits on a terminal of 80 columns.
private let excerptLength = 76
