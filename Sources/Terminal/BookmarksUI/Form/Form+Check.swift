import Bookmarks
import Screen

extension Form {
    /// Checks the address, and puts its problem beside it and the cursor into it if there is one.
    ///
    /// - Parameter key: the name of the key that takes the suggestion for it.
    mutating func check(takingBy key: String?) -> Bool {
        takeMeaning()
        let url = editor(of: .url).text
        problem = Self.problem(withURL: url, isTyped: isChanged(.url), takingBy: key)
        if problem != nil { focus(.url) }
        return problem == nil
    }

    /// Writes an address out that was typed as people say it.
    mutating func takeMeaning() {
        // One that came so from elsewhere stays as it is.
        guard isChanged(.url) else { return }
        let typed = editor(of: .url).text.trimmed
        guard let meant = try? WebAddress.meant(by: typed), meant.text != typed else { return }
        set(.url, to: meant.text)
    }

    /// Puts the suggestion into the address; false if there is none.
    mutating func takeSuggestion() -> Bool {
        guard let problem, problem.field == focus, let suggestion = problem.suggestion else {
            return false
        }
        set(problem.field, to: suggestion)
        self.problem = nil
        return true
    }

    /// The problem with an address, if any.
    ///
    /// - Parameter isTyped: whether it was typed here; stored addresses may be less correct.
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
