import Documents

extension QueryParser {
    /// Reads one condition. The next scalar exists and opens no group.
    mutating func parseCondition() throws(QueryError) -> Query.Condition {
        let start = place
        if scalars[place] == "#" {
            while scalar(at: place) == "#" { place += 1 }
            try refuseGroup(from: start)
            let name = try readText()
            return noted(.tag(Query.Word(name)), name, from: start)
        }
        guard let field = takeField() else {
            let pattern = try parsePattern()
            if case .word = pattern, unknownField == nil {
                unknownField = Query.unknownField(string(start..<place))
            }
            return .text(pattern, .anywhere)
        }
        try refuseGroup(from: start)
        switch field {
        case .name: return .text(try parsePattern(), .name)
        case .url: return .text(try parsePattern(), .url)
        case .note, .notes: return .text(try parsePattern(), .notes)
        case .description: return .text(try parsePattern(), .description)
        case .tag:
            let name = try readTag()
            return noted(.tagged(Query.Tag(name)), name, from: start)
        case .site: return .site(Query.Word(try readText(), isExact: false))
        case .in:
            let name = try readText()
            return noted(.folder(Query.Word(name)), name, from: start)
        case .folder:
            let name = FolderPath.normalized(try readText())
            return noted(.within(FolderPath.Key(sought: name)), name, from: start)
        case .before: return .before(try parseDate(from: start))
        case .after: return .after(try parseDate(from: start))
        case .text:
            let isWhole = scalar(at: place) == "\""
            return .document(.text(TextPhrase(try readText(), isWhole: isWhole)))
        case .has: return .document(.kind(try parseKind(from: start)))
        case .file: return .document(.file(typed: try readText()))
        case .is: return try parseFact(from: start)
        }
    }

    /// Records the name that a condition has, and returns the condition.
    private mutating func noted(
        _ condition: Query.Condition, _ name: String, from start: Int
    ) -> Query.Condition {
        if let term = Query.NamedTerm(condition, named: name, start..<place) { named.append(term) }
        return condition
    }

    /// Reads the name of a field and its colon. Any other word with a colon, such as a pasted URL,
    /// is plain text.
    private mutating func takeField() -> Query.FieldName? {
        for field in Query.FieldName.allCases {
            let name = Array((field.rawValue + ":").unicodeScalars)
            if scalars[place...].starts(with: name) {
                // file:///home is an address.
                if field == .file, scalar(at: place + name.count) == "/" { return nil }
                place += name.count
                return field
            }
        }
        return nil
    }

    // MARK: Text

    private mutating func parsePattern() throws(QueryError) -> Query.TextPattern {
        switch scalar(at: place) {
        case "/": return try parseExpression()
        case "~" where !isEnd(place + 1):
            let start = place
            place += 1
            let word = try readText()
            let isExact = Query.hasCapitals(word)
            guard let expression = Expression.fuzzy(word, isExact: isExact) else {
                throw error(
                    "Fuzzy search takes at most \(Expression.fuzzyLimit) letters.",
                    start..<place)
            }
            return .expression(expression)
        default: return .word(Query.Word(try readText()))
        }
    }

    /// Reads a word, or the text between quotes.
    private mutating func readText() throws(QueryError) -> String {
        let text = scalar(at: place) == "\"" ? try readPhrase() : try readWord()
        lastText = text
        return text
    }

    /// Throws for a parenthesis after a field, as if a field could have several values. Parentheses
    /// that open and close within a word belong to it.
    private func refuseGroup(from start: Int) throws(QueryError) {
        guard scalar(at: place) == "(" else { return }
        var end = place
        var open = 0
        while let next = scalar(at: end), !isSpace(next) {
            if next == "(" { open += 1 }
            if next == ")" { open -= 1 }
            end += 1
        }
        guard open > 0, scalars[end...].contains(")") else { return }
        let field = string(start..<place)
        throw error(
            "A field takes a word, a \"phrase\" or an /expression/, not brackets: write "
                + "(\(field)a or \(field)b).", start..<place + 1)
    }

    /// Reads a tag, with or without its `#`.
    private mutating func readTag() throws(QueryError) -> String {
        scalar(at: place) == "\"" ? try readPhrase() : String(try readWord().drop { $0 == "#" })
    }

    private mutating func readPhrase() throws(QueryError) -> String {
        let start = place
        var phrase = String.UnicodeScalarView()
        place += 1
        while let next = scalar(at: place), next != "\"" {
            var letter = next
            if next == "\\", let escaped = scalar(at: place + 1),
                escaped == "\"" || escaped == "\\"
            {
                letter = escaped
                place += 1
            }
            phrase.append(letter)
            place += 1
        }
        guard place < scalars.count else {
            throw error(
                "The closing quote \" is missing.", start..<start + 1,
                isUnfinished: true)
        }
        place += 1
        return String(phrase)
    }

    /// Reads up to white space, or to the parenthesis that closes the group. Parentheses that open
    /// and close within the word belong to it.
    mutating func readWord() throws(QueryError) -> String {
        let start = place
        var open = 0
        while let next = scalar(at: place), !isSpace(next) {
            if next == "(" { open += 1 }
            if next == ")" {
                if open == 0 {
                    if depth > 0 { break }
                    throw unmatchedBracketError(at: place)
                }
                open -= 1
            }
            place += 1
        }
        return string(start..<place)
    }

    /// Reads a regular expression. A slash ends it only at the end of a word.
    private mutating func parseExpression() throws(QueryError) -> Query.TextPattern {
        let start = place
        place += 1
        while let next = scalar(at: place), !(next == "/" && isEnd(place + 1)) {
            place += next == "\\" && place + 1 < scalars.count ? 2 : 1
        }
        guard place < scalars.count else {
            try refuseWrongBeginning(start + 1..<place)
            throw error(
                "The closing / of the expression is missing. To search for the slash, put the word "
                    + "in quotes.", start..<start + 1, isUnfinished: true)
        }
        let inside = start + 1..<place
        place += 1
        var parser = ExpressionParser(Array(scalars[inside]))
        do throws(ExpressionError) {
            return .expression(try parser.parse())
        } catch {
            // The expression may continue after a slash at the end.
            let isUnfinished = place == scalars.count && Self.canGoOn(scalars[inside] + ["/"])
            throw self.error(error.message, inside, error.place, isUnfinished: isUnfinished)
        }
    }

    /// Throws if no further text could make an expression valid.
    private func refuseWrongBeginning(_ inside: Range<Int>) throws(QueryError) {
        var parser = ExpressionParser(Array(scalars[inside]))
        do throws(ExpressionError) {
            _ = try parser.parse()
        } catch {
            if error.isUnfinished { return }
            throw self.error(error.message, inside, error.place, isUnfinished: false)
        }
    }

    /// Whether an expression is valid, or could become so with more text.
    private static func canGoOn(_ expression: ArraySlice<Unicode.Scalar>) -> Bool {
        var parser = ExpressionParser(Array(expression))
        do throws(ExpressionError) {
            _ = try parser.parse()
            return true
        } catch {
            return error.isUnfinished
        }
    }

    /// Returns the error at a place in an expression.
    private func error(
        _ message: String, _ inside: Range<Int>, _ place: Int, isUnfinished: Bool
    ) -> QueryError {
        let low = min(inside.lowerBound + place, scalars.count - 1)
        return error(message, low..<low + 1, isUnfinished: isUnfinished)
    }

    // MARK: Facts

    private mutating func parseFact(from start: Int) throws(QueryError) -> Query.Condition {
        let from = place
        let fact = try readWord()
        if let known = Query.Fact(rawValue: fact) { return known.condition }
        throw unknownWord(fact, "is:", Query.facts, from, start)
    }

    private mutating func parseKind(from start: Int) throws(QueryError) -> Document.Kind {
        let from = place
        let name = try readWord()
        if let known = Query.kept.first(where: { $0.name == name }) { return known.kind }
        throw unknownWord(name, "has:", Query.kinds, from, start)
    }

    /// Returns the error for an unknown word after a field with fixed values.
    private func unknownWord(
        _ word: String, _ field: String, _ known: [String], _ from: Int, _ start: Int
    ) -> QueryError {
        let others = known.dropLast().joined(separator: ", ")
        let isBeginning = known.contains { $0.hasPrefix(word) }
        return error(
            "\(field) takes \(others) or \(known.last ?? "").",
            (word.isEmpty ? start : from)..<place,
            isUnfinished: isBeginning && place == scalars.count,
            meant: known.first { $0.isLikelySlip(for: word) })
    }
}
