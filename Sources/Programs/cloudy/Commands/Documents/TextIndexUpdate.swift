import BookmarkLibrary
import Bookmarks
import WebPages

/// Updates the text index, and shows the progress on a terminal. A later search or an open list
/// does the rest.
func updateTextIndex(_ home: Home, waits: Bool = false) {
    let line = ProgressLine()
    do {
        _ = try runInterruptibly(line) {
            try await home.updateTextIndex(PageExtraction(), waits: waits) { progress in
                line.show(
                    "Indexing \(grouped(progress.done)) of \(grouped(progress.total)) documents")
            }
        }
    } catch is Stopped {
        complain("Stopped. The text of some documents cannot be searched yet.")
    } catch {
        complain("The text of some documents cannot be searched yet. \(message(for: error))")
    }
}

/// Answers a query; updates the text index first if the query needs it.
func findingInText<Found>(
    _ home: Home, _ query: Query, _ find: () throws -> Found
) throws -> Found {
    guard query.documentTerms.contains(where: \.isOfText) else { return try find() }
    updateTextIndex(home, waits: true)
    do {
        return try find()
    } catch is TextIndex.Damaged {
        updateTextIndex(home, waits: true)
        return try find()
    }
}

extension DocumentTerm {
    fileprivate var isOfText: Bool { if case .text = self { true } else { false } }
}
