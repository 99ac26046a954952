import TestSupport
import Testing

@testable import Bookmarks

/// Whether an invalid query may become valid when more is typed at its end.
@Suite(.ownThread)
struct UnfinishedQueryTests {
    private static let searches = SavedSearches(["later": "swift", "Latest": "after:7d"])

    private func error(in text: some StringProtocol) -> QueryError? {
        do throws(QueryError) {
            _ = try Query(String(text), searches: Self.searches)
            return nil
        } catch {
            return error
        }
    }

    /// No beginning of a typed query is reported as a mistake.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func beginningOfAValidQueryIsValidOrUnfinished(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let more = [
            "", "@later", "-@LATEST", "(or1 OR x)", "after:2026-09-05", "before:yesterday",
            "is:deleted", "/a[A-\\]]{2,3}(?:x|)\\//", "/a/b/", "~\"x y\"", "#\"a \\\" b\"", "a(b)c",
        ]
        for _ in 0..<50 {
            var text = QueryGenerator.query(using: &random)
            for _ in 0..<2 { text += " " + (more.randomElement(using: &random) ?? "") }
            guard error(in: text) == nil else { continue }
            for end in text.indices {
                let beginning = text[..<end]
                let error = error(in: beginning)
                #expect(error?.isUnfinished != false, "\(beginning): \(error?.message ?? "")")
            }
        }
    }

    private static let pieces = [
        "(", ")", "\"", "/", "~", "#", "-", "or", " ", "name:", "in:", "before:", "is:", "\\", "[",
        "]",
        "{9}", "{2,", "*", "?", "a", "Z", "É", "日", "2026", "0", "|", "^", "@", "l", "@later", ":",
    ]

    /// An unfinished query can be completed, and no other invalid one can.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func onlyUnfinishedQueriesCanBeCompleted(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 1...9, using: &random))
                .map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
            guard let error = error(in: text) else { continue }
            if error.isUnfinished {
                #expect(canBeFinished(text), "\(text): \(error.message)")
                continue
            }
            for _ in 0..<20 {
                let rest = (0..<Int.random(in: 1...5, using: &random))
                    .map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
                #expect(self.error(in: text + rest) != nil, "\(text)|\(rest)")
            }
        }
    }

    /// Whether some continuation makes the query valid. Each step must settle the current error.
    private func canBeFinished(_ text: String) -> Bool {
        let tails = [
            "a", "a)", ")", "))", "\"", "a\"", "/", "a/", "]", "]/", ".]/", "{]/", "\u{10FFFD}]/",
            "./",
            ")/", ":)/", " a", "later", "ater", "unread", "rchived", "2026", "1", "h",
        ]
        var text = text
        var seen: Set<String> = []
        for _ in 0..<30 {
            guard let open = error(in: text) else { return true }
            seen.insert("\(open.range) \(open.message)")
            if tails.contains(where: { error(in: text + $0) == nil }) { return true }
            let step = tails.first { tail in
                guard let next = error(in: text + tail), next.isUnfinished else { return false }
                return !seen.contains("\(next.range) \(next.message)")
            }
            // Of several open brackets, the reported one may be the last to be closed.
            text += step ?? ")"
        }
        return false
    }

    @Test(arguments: [
        ("or", true), ("or ", false), ("a or", true), ("a or ", true), ("a or or", true),
        ("a or or ", false), ("(or", true), ("(or)", false), (")", false), ("()", false),
        ("@", true), ("@la", true), ("@lat", true), ("@lax", false), ("@la ", false),
        ("is:", true), ("is:un", true), ("is:un ", false), ("is:x", false),
        ("after:", true), ("after:2", true), ("after:2026-", true), ("after:2026-0", true),
        ("after:2026-13", false), ("after:2026-02-0", true), ("after:2026-02-30", false),
        ("after:5mi", true), ("after:5mx", false),
        ("after:123456", false), ("after:yes", true), ("after:yesx", false), ("(after:2", true),
        ("(after:2)", false), ("/[/", true), ("/[/ ", false), ("/(?", true), ("/(?x", false),
        ("/a{101}", false), ("/[b-\\", true), ("/[b-a", false), ("/a\\", true), ("/\\q", false),
    ])
    func invalidQueryKnowsWhetherItIsUnfinished(_ text: String, _ isUnfinished: Bool) {
        #expect(error(in: text)?.isUnfinished == isUnfinished)
    }
}
