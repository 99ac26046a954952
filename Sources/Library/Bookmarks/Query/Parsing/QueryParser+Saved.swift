extension QueryParser {
    /// Reads `@` and the name of a saved search, and parses the query of that search.
    mutating func parseSaved() throws(QueryError) -> Query.Node {
        let start = place
        place += 1
        let typed = try readWord()
        let range = start..<place
        guard !typed.isEmpty else {
            throw nameError(
                "Write the name of a saved search after @. To search for the sign, put the word in "
                    + "quotes.", typed, range)
        }
        uses.append(range)
        // A survey needs only the places; any condition will do.
        if isSurvey { return .term(.conflict) }
        guard let name = searches.name(typed), let text = searches.texts[name] else {
            throw nameError(
                "There is no saved search with this name. To search for the word, put it in "
                    + "quotes.",
                typed, range,
                meant: searches.names.first { $0.isLikelySlip(for: typed) }.map { "@" + $0 })
        }
        guard !opened.contains(name) else {
            throw cycleError("A saved search cannot contain itself: @\(name)", typed, range)
        }
        expansions += 1
        guard expansions <= Self.expansionLimit else {
            throw nameError("Too many saved searches contain each other.", typed, range)
        }
        var parser = QueryParser(text, at: clock, searches: searches)
        parser.opened = opened + [name]
        parser.expansions = expansions
        let node: Query.Node
        do throws(QueryError) {
            node = try parser.parse()
        } catch {
            // The search that begins the circle reports the error.
            if error.isCircle { throw cycleError(error.message, typed, range) }
            throw nameError("The saved search \(name) has an error: \(error)", typed, range)
        }
        expansions = parser.expansions
        guard node != .all([]) else {
            throw nameError("The saved search \(name) is empty.", typed, range)
        }
        return node
    }

    /// Returns the error for a name, which may still become the name of another search.
    private func nameError(
        _ message: String, _ typed: String, _ range: Range<Int>, meant: String? = nil
    ) -> QueryError {
        let start = typed.lowercased()
        let goesOn = searches.texts.keys.contains {
            let name = $0.lowercased()
            return name != start && name.hasPrefix(start)
        }
        return error(message, range, isUnfinished: reachesEnd(range) && goesOn, meant: meant)
    }

    private func cycleError(_ message: String, _ typed: String, _ range: Range<Int>) -> QueryError {
        var error = nameError(message, typed, range)
        error.isCircle = true
        return error
    }

    /// More than any real nesting; searches that use each other twice would soon fill the memory.
    private static let expansionLimit = 200
}
