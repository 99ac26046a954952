import ScratchFolder
import TestSupport
import Testing

/// Themes as a real terminal receives them.
@Suite(.endToEnd)
struct ColorTests {
    @Test func openListFollowsChangesOfTheTheme() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", tags: ["tag"])
            #expect(try home.run("settings", "set", "theme", "gruvbox-dark").status == 0)
            let list = try home.openList()
            try list.expect("> Alpha")
            // The background, the selected row and the tag, in the nearest of 256 colors.
            try list.expectColors("48;5;235", "48;5;239", "38;5;108")
            #expect(try home.run("settings", "set", "theme", "tokyo-night").status == 0)
            try list.expectColors("48;5;234", "48;5;236", "38;5;149")
            #expect(try home.run("settings", "set", "background", "terminal").status == 0)
            try list.expect("the terminal's own background must be seen") { _ in
                try !list.styledScreen.contains("48;5;234")
            }
            try list.expectColors("48;5;236", "38;5;149")
        }
    }

    @Test func terminalWithExactColorsReceivesThem() throws {
        try withScratchHome { home in
            let entry = """
                tmux-direct|tmux with exact colors,
                \tRGB, colors#0x1000000, pairs#0x10000,
                \tsetaf=\\E[%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;\
                %p1%{255}%&%d%;m,
                \tsetab=\\E[%?%p1%{8}%<%t4%p1%d%e48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;\
                %p1%{255}%&%d%;m,
                \tuse=tmux-256color,

                """
            let source = home.folder.write("tmux-direct.terminfo", entry.utf8)
            let database = home.folder.path("terminfo")
            let compiled = try Command("tic", ["-x", "-o", database, source]).run()
            try #require(compiled.status == 0, "\(compiled.errors)")
            try home.add("https://a.example/", name: "Alpha", tags: ["tag"])
            #expect(try home.run("settings", "set", "theme", "catppuccin-mocha").status == 0)
            let exact = home.with(["TERMINFO": database, "TERM": "tmux-direct"])
            let list = try exact.openList()
            try list.expect("> Alpha")
            try list.expectColors("48;2;30;30;46", "48;2;69;71;90", "38;2;166;227;161")
            try list.press("q")
            #expect(try list.exitStatus() == 0)
            // COLORTERM has the same effect if the terminal type does not have exact colors.
            let told = home.with(["TERMINFO": database, "COLORTERM": "truecolor"])
            try told.openList().expectColors("48;2;30;30;46", "48;2;69;71;90")
        }
    }
}

extension Terminal {
    /// Waits until each of these codes styles something on the screen.
    fileprivate func expectColors(
        _ codes: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expect("\(codes) must be seen", sourceLocation: sourceLocation) { _ in
            let screen = try styledScreen
            return codes.allSatisfy { screen.contains($0) }
        }
    }
}
