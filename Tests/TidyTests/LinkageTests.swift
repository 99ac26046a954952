import TestSupport
import Testing

/// Foundation brings ICU with it, fifty megabytes and several milliseconds of every start.
struct LinkageTests {
    @Test func theProgramLinksNoFoundation() throws {
        let libraries = try Command("ldd", [Places.program]).run().output
        #expect(libraries.contains("libncursesw"), "ldd must say something: \(libraries)")
        for name in ["libFoundation.so", "lib_FoundationICU", "libFoundationNetworking", "libicu"] {
            #expect(!libraries.contains(name), "the program must not link \(name)")
        }
    }

    /// The example stands for every program that imports UbiquitousStore.
    @Test func theLibraryLinksNoNcurses() throws {
        let libraries = try Command("ldd", [Places.built("roundtrip")]).run().output
        #expect(libraries.contains("libsqlite3"), "ldd must say something: \(libraries)")
        #expect(!libraries.contains("curses") && !libraries.contains("libtinfo"))
    }
}
