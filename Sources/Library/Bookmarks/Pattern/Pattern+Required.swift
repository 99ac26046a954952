extension Pattern {
    /// Texts that stand in all that this finds, in no order.
    var requiredTexts: [String] {
        var texts = RequiredTexts()
        texts.add(self)
        texts.end()
        return texts.found
    }
}

/// Collects what must be there letter by letter.
private struct RequiredTexts {
    private(set) var found: [String] = []
    private var run = String.UnicodeScalarView()

    mutating func add(_ pattern: Pattern) {
        switch pattern {
        case .one(let set):
            guard let only = set.only else { return end() }
            run.append(only)
        case .sequence(let parts): for part in parts { add(part) }
        // It takes no room between two letters.
        case .border: break
        case .choice: end()
        case .repeated(_, minimum: 0, maximum: _): end()
        case .repeated(let part, minimum: _, maximum: _):
            // Once at least, and who knows how often.
            if case .one = part { add(part) }
            end()
            add(part)
            if case .one = part { break }
            end()
        }
    }

    mutating func end() {
        if !run.isEmpty { found.append(String(run)) }
        run = String.UnicodeScalarView()
    }
}

extension ScalarSet {
    /// The only scalar in it, if there is one.
    fileprivate var only: Unicode.Scalar? {
        guard ranges.count == 1, ranges[0].count == 1 else { return nil }
        return Unicode.Scalar(ranges[0].lowerBound)
    }
}
