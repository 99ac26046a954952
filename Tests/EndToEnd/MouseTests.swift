import Glibc
import TestSupport
import Testing

/// The mouse in a real terminal, as far as tmux passes on what a terminal sends.
@Suite(.endToEnd)
struct MouseTests {
    @Test func firstClickSelectsAndSecondShowsTheDetails() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.add("https://b.example/", name: "Beta")
            let list = try home.open("--mouse")
            try list.expect("> Beta")
            #expect(try list.modesLeftOn.contains("mouse"))
            try list.type("\u{1B}[<0;10;4M\u{1B}[<0;10;4m")
            try list.expect("> Alpha")
            // With a key between them, two clicks are not a double click.
            try list.press("C-l")
            try list.type("\u{1B}[<0;10;4M\u{1B}[<0;10;4m")
            try list.expect("Details", "https://a.example/")
            try list.press("q")
            try list.expect("> Alpha")
        }
    }

    @Test func clicksOnHeadingsAndHintsWork() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.add("https://b.example/", name: "Beta")
            let list = try home.open("--mouse")
            try list.expect("> Beta", "Added ▼")
            try list.type("\u{1B}[<0;5;2M\u{1B}[<0;5;2m")
            try list.expect("Name ▲")
            try list.type("\u{1B}[<0;3;24M\u{1B}[<0;3;24m")
            try list.expect("Add a bookmark")
        }
    }

    @Test func doubleClickOpensTheBookmark() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let list = try home.with(["BROWSER": "true"]).open("--mouse")
            try list.expect("> Alpha")
            let click = "\u{1B}[<0;10;3M\u{1B}[<0;10;3m"
            try list.type(click + click)
            try list.expect("Opened “Alpha”")
        }
    }

    @Test func mouseIsNotUsedWithoutTheOption() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try list.expect("No bookmarks yet")
            #expect(!(try list.modesLeftOn.contains("mouse")))
        }
    }

    @Test(arguments: ["q", "signal", "crash"])
    func terminalGetsTheMouseBackWhenTheListEnds(_ end: String) throws {
        try withScratchHome { home in
            let shell = try home.with(["PS1": "$ ", "HISTFILE": "/dev/null"])
                .open("--norc", "--noprofile", "-i", columns: 100, program: "bash")
            try shell.expect("$")
            try shell.type("\(Places.program) --mouse; echo status $?")
            try shell.press("Enter")
            try shell.expect("No bookmarks yet")
            #expect(try shell.modesLeftOn.contains("mouse"))
            switch end {
            case "q": try shell.press("q")
            case "signal": try shell.signal(SIGTERM)
            default: try shell.signal(SIGSEGV)
            }
            try shell.expect("status")
            #expect(try shell.modesLeftOn == "")
        }
    }
}
