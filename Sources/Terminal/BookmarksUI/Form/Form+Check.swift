import Bookmarks
import Screen

extension Form {
    /// Checks the address. If it has a problem, shows it next to the address, and moves the cursor
    /// there.
    ///
    /// - Parameter key: the name of the key that accepts the suggestion.
    mutating func check(takingBy key: String?) -> Bool {
        completeURL()
        let url = editor(of: .url).text
        problem = Self.problem(withURL: url, isTyped: isChanged(.url), takingBy: key)
        if problem != nil { focus(.url) }
        return problem == nil
    }

    /// Checks the typed tags. A URL among them, which was meant for another field, shows as a
    /// problem. Tags that the bookmark had before, perhaps from an import, stay as they are.
    mutating func checkTags() -> Bool {
        let typed = isChanged(.tags) ? draft.tags : []
        let hasURL = typed.contains { tag in
            Tags.isURL(tag) && !original.tags.contains { Tags.isSame($0, tag) }
        }
        guard hasURL else { return true }
        problem = FieldProblem(
            field: .tags,
            text: "A URL is not a tag. Type it in the URL field or in the notes.")
        return false
    }

    /// Completes an address that was typed without its scheme.
    mutating func completeURL() {
        // An address that came this way from elsewhere stays as it is.
        guard isChanged(.url) else { return }
        let typed = editor(of: .url).text.trimmed
        guard let meant = try? WebAddress.interpreting(typed), meant.text != typed else { return }
        set(.url, to: meant.text)
    }

    /// Accepts the suggestion for the address; returns `false` if there is none.
    mutating func acceptSuggestion() -> Bool {
        guard let problem, problem.field == focus, let suggestion = problem.suggestion else {
            return false
        }
        set(problem.field, to: suggestion)
        self.problem = nil
        return true
    }

    /// Returns the problem with an address, if any.
    ///
    /// - Parameter isTyped: whether the address was typed here; stored addresses may be less
    ///   correct.
    static func problem(
        withURL url: String, isTyped: Bool = false, takingBy key: String?
    ) -> FieldProblem? {
        do throws(WebAddressError) {
            _ = try isTyped ? WebAddress.entered(url) : WebAddress(typed: url)
            return nil
        } catch {
            let accept = key.map { " Press \($0) to accept." } ?? ""
            let offer = error.suggestion == nil ? "" : accept
            return FieldProblem(
                field: .url, text: error.message + offer, suggestion: error.suggestion)
        }
    }
}
