import Replication

extension Oracle {
    /// Judges the content of a cloud when everything has come to rest.
    func verdict(_ records: [String: Record], account: Int, allowsReverts: Bool) throws(Violation) {
        var roots: Set<Int> = removed.union(destroyed)
        for deletion in deletions where deletion.account == account {
            // If an edit survives a deletion, everything that was deleted survives, too.
            let survived = records[deletion.key]?.value != nil && !wasReborn(deletion.key)
            if !survived { roots.formUnion(deletion.seen) }
        }
        for key in records.keys.sorted() {
            guard let record = records[key] else { continue }
            for token in Self.tokens(in: record) {
                roots.insert(token)
                guard tokens[token].account == account else {
                    throw Violation(
                        invariant: .accounts,
                        detail: "t\(token) of account \(tokens[token].account) is in \(account)")
                }
            }
            try checkWhole(key, record)
        }
        let reached = withAncestors(roots)
        for (number, token) in tokens.enumerated() where token.account == account {
            if reached.contains(number) || overflowing.contains(token.key) { continue }
            throw Violation(
                invariant: .nothingLost, detail: "t\(number) in \(token.key) \(token.field)")
        }
        try checkDeletions(records, account: account)
        if !allowsReverts { try checkReverts(records) }
    }

    /// Checks that every field of a value shows only what was typed into that field of that key.
    func checkWhole(_ key: String, _ record: Record) throws(Violation) {
        guard let value = record.value else { return }
        let fields = value.dictionary ?? ["": value]
        for field in fields.keys.sorted() {
            guard let shown = fields[field] else { continue }
            for text in shown.array ?? [shown] {
                let found = Self.token(text)
                guard let found, tokens[found].key == key, tokens[found].field == field else {
                    throw Violation(
                        invariant: .wholeValues, detail: "\(key) \(field) shows \(text)")
                }
            }
        }
    }

    private func checkDeletions(
        _ records: [String: Record], account: Int
    ) throws(Violation) {
        for deletion in deletions where deletion.account == account && !deletion.isKnownToNobody {
            guard records[deletion.key]?.value != nil, !mayReturn.contains(deletion.key) else {
                continue
            }
            let seen = withAncestors(deletion.seen, andPast: true)
            let shown = records[deletion.key].map { Self.tokens(in: $0) } ?? []
            let hasOther = tokens.indices.contains { number in
                tokens[number].key == deletion.key && tokens[number].account == account
                    && !seen.contains(number)
                    && (!destroyed.contains(number) || shown.contains(number))
            }
            if !hasOther {
                throw Violation(invariant: .noResurrection, detail: "\(deletion.key) is back")
            }
        }
    }

    /// Checks that no value shows that was replaced by an author who had seen it.
    private func checkReverts(_ records: [String: Record]) throws(Violation) {
        // A later deletion or loss may have removed the replacement, too.
        let gone = withAncestors(deletions.flatMap(\.seen) + destroyed)
        for key in records.keys.sorted() where !restoredKeys.contains(key) {
            guard let fields = records[key]?.value?.dictionary else { continue }
            for field in fields.keys.sorted() where field != "tags" {
                guard let shown = Self.token(fields[field]) else { continue }
                let child = tokens.indices.first { number in
                    tokens[number].parents.contains(shown) && tokens[number].field == field
                        && !gone.contains(number)
                }
                // If an edit survived a deletion, it shows everything that its author saw.
                let wasDeleted = deletions.contains { $0.key == key }
                if let child, !wasDeleted, !overflowing.contains(key) {
                    throw Violation(
                        invariant: .noReverts,
                        detail: "\(key) \(field) shows t\(shown), which t\(child) replaced")
                }
            }
        }
    }
}
