import ArgumentParser
import Bookmarks
import DeviceStore
import Glibc
import Screen

/// The query in the arguments of a command. Shows the place where it means nothing, and ends.
func readQuery(_ arguments: [String]) throws -> Query {
    let text = arguments.joined(separator: " ")
    let now = Double(DeviceStore.milliseconds()) / 1000
    do throws(QueryError) {
        return try Query(text, at: QueryClock(now: now, utcOffset: ListSession.utcOffset()))
    } catch {
        complain(error.message)
        let column = TextMeasure.standard.width(harmless(error.lead))
        let caret = String(repeating: " ", count: column) + "^"
        write("  \(harmless(text))\n  \(caret)\n", to: STDERR_FILENO)
        throw ExitCode(ExitStatus.usage.rawValue)
    }
}
