import TestSupport
import Testing

/// The libraries that are linked into the programs, and those that are loaded at every start.
@Suite(.ownThread)
struct LinkageTests {
    /// Foundation brings ICU with it, which costs fifty megabytes, and several milliseconds at
    /// every start.
    @Test func programDoesNotLinkFoundation() throws {
        let libraries = try libraries(of: Places.program)
        for name in ["libFoundation.so", "lib_FoundationICU", "libFoundationNetworking", "libicu"] {
            #expect(!libraries.contains(name), "the program must not link \(name)")
        }
    }

    /// Each library that is loaded costs time at every start, and must be installed in the right
    /// version.
    @Test func programLinksItsLibrariesStatically() throws {
        let libraries = try libraries(of: Places.program)
        for name in [
            "libsqlite3", "libncurses", "libtinfo", "libexpat", "libgumbo", "libmd", "libpcre2",
            "libutf8proc",
            "libz",
        ] {
            #expect(!libraries.contains(name), "the program must link \(name) statically")
        }
    }

    /// The example stands for every program that imports UbiquitousStore.
    @Test func libraryDoesNotLinkNcurses() throws {
        let example = Places.built("roundtrip")
        #expect(try !libraries(of: example).contains("curses"))
        // A function that every program with ncurses calls.
        #expect(try has("newterm", Places.program))
        #expect(try !has("newterm", example))
    }

    private func libraries(of program: String) throws -> String {
        let libraries = try Command("ldd", [program]).run().output
        #expect(libraries.contains("libc.so"), "ldd must list the C library: \(libraries)")
        return libraries
    }

    private func has(_ name: String, _ program: String) throws -> Bool {
        try Command("grep", ["-qaw", name, program]).run().status == 0
    }
}
