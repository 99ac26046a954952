import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination
import Glibc
import Screen

/// The query in the arguments of a command. Shows the place where it means nothing, and ends.
///
/// - Parameter searches: asked only when one is named.
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
        throw ExitCode(ExitStatus.usage.rawValue)
    }
}

/// Refuses an option where the query is missing: a query may begin with a minus, and one that came
/// from an empty variable must not take the next word for itself.
func refuseOption(asQuery query: String?) throws {
    guard let query, query.hasPrefix("--") else { return }
    throw ValidationError(
        "The query is missing: \(query) is an option. To search for text that begins with two "
            + "minuses, type -(…).")
}

/// The clock to which dates in a query refer.
func queryClock() -> QueryClock {
    QueryClock(
        now: Double(DeviceStore.milliseconds()) / 1000, utcOffset: LocalTime.offset)
}

/// Prints on standard error the fault of a text, and a caret under the place, which is behind
/// `lead`. Of a long text only the part around that place is printed.
func complain(_ message: String, at lead: String, in text: String) {
    complain(message)
    let measure = TextMeasure.standard
    let text = Array(harmless(text))
    let place = min(harmless(lead).count, text.count)
    // The place has a little more before it than after it.
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

/// With the margin, an excerpt fits on a terminal of 80 columns.
private let excerptLength = 76
