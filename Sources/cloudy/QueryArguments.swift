import ArgumentParser
import Bookmarks
import DeviceStore
import Glibc
import Home
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
        return try Query(text, at: queryClock(), searches: searches)
    } catch {
        complain(error.message, at: error.lead, in: text)
        throw ExitCode(ExitStatus.usage.rawValue)
    }
}

/// Refuses an option where the query is missing: a query may begin with a minus, and one that came
/// from an empty variable must not take the next word for itself.
func refuseOption(asQuery query: String?) throws {
    guard let query, query.hasPrefix("--") else { return }
    throw ValidationError(
        "The query is missing: \(query) is an option. One that begins with two minuses is typed "
            + "as -(…).")
}

/// What dates in a query refer to now.
func queryClock() -> QueryClock {
    QueryClock(
        now: Double(DeviceStore.milliseconds()) / 1000, utcOffset: ListSession.utcOffset())
}

/// Prints on standard error what is wrong with a text, and a caret under the place, which is behind
/// `lead`.
func complain(_ message: String, at lead: String, in text: String) {
    complain(message)
    let column = TextMeasure.standard.width(harmless(lead))
    let caret = String(repeating: " ", count: column) + "^"
    write("  \(harmless(text))\n  \(caret)\n", to: STDERR_FILENO)
}
