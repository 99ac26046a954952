extension QueryParser {
    /// Reads `@` and the name of a saved search, and what that finds.
    mutating func parseSaved() throws(QueryError) -> Query.Node {
        let start = place
        place += 1
        let typed = try readWord()
        let range = start..<place
        guard !typed.isEmpty else {
            throw error(
                "After @ comes the name of a saved search. To look for the sign, put the word "
                    + "between quotes.", range)
        }
        uses.append(range)
        // Any condition will do.
        if isSurvey { return .term(.conflict) }
        guard let name = searches.name(typed), let text = searches.texts[name] else {
            throw error(
                "No saved search has this name. To look for the word, put it between quotes.",
                range)
        }
        guard !opened.contains(name) else {
            throw error("The saved search \(name) would contain itself.", range)
        }
        expansions += 1
        guard expansions <= Self.expansionLimit else {
            throw error("Too many saved searches stand in each other.", range)
        }
        var parser = QueryParser(text, at: clock, searches: searches)
        parser.opened = opened + [name]
        parser.expansions = expansions
        let node: Query.Node
        do throws(QueryError) {
            node = try parser.parse()
        } catch {
            throw self.error("The saved search \(name) is wrong at \(error)", range)
        }
        expansions = parser.expansions
        guard node != .all([]) else {
            throw error("The saved search \(name) is empty.", range)
        }
        return node
    }

    /// More than anybody nests; searches that hold each other twice would soon fill the memory.
    private static let expansionLimit = 200
}
