import Testing

/// The modules that a program gets by importing one of the libraries.
struct ClosureTests {
    /// A server has no ncurses, and other people's programs parse their own arguments.
    @Test(arguments: ["KeyValueStore", "UbiquitousStore", "roundtrip", "notes", "club"])
    func librariesNeedNoTerminal(_ name: String) throws {
        let manifest = try Manifest.current.get()
        var closure: Set<String> = []
        var waiting = [name]
        while let next = waiting.popLast() {
            guard closure.insert(next).inserted else { continue }
            waiting += manifest[next]?.dependencies ?? []
        }
        #expect(closure.contains("Replication"), "Package.swift must be understood")
        let products = closure.filter { manifest[$0] == nil }
        #expect(products.isEmpty, "\(name) must not depend on \(products.sorted())")
        let terminal: Set = ["CNcurses", "CursesTerminal", "Screen", "BookmarksUI", "cloudy"]
        #expect(closure.intersection(terminal).isEmpty)
        #expect(closure.intersection(["Bookmarks", "BookmarkLibrary", "BookmarkDatabase"]).isEmpty)
    }
}
