import Foundation
import ScratchFolder
import TestSupport
import Testing

/// The man pages match the help of their programs.
@Suite(.endToEnd)
struct ManualTests {
    static let programs = ["cloudy", "cloudy-agent", "cloudy-serve", "cloudyd"]

    @Test(arguments: Self.programs)
    func manualMatchesTheHelp(_ name: String) throws {
        let script = "\(Places.repository)/Scripts/manual"
        let written = try Command("python3", [script, Places.built(name)]).run()
        #expect(written.status == 0, "\(written.errors)")
        let manual = try Command("cat", ["\(Places.repository)/Docs/\(name).1"]).run().output
        #expect(written.output == manual, "run `make manual`")
    }

    @Test(arguments: [("cloudy", 45), ("cloudyd", 10)])
    func everyCommandHasAnExample(_ program: String, _ count: Int) throws {
        try withScratchHome { home in
            let script = """
                import json, re, sys
                def walk(command, path):
                    for sub in command.get("subcommands", []):
                        if sub["commandName"] == "help" or not sub["shouldDisplay"]: continue
                        name = path + " " + sub["commandName"]
                        parts = re.split(r"[Ee]xamples?: ", sub.get("discussion", ""), maxsplit=1)
                        print("good" if len(parts) == 2 and name in parts[1] else "bad", name)
                        walk(sub, name)
                walk(json.load(open(sys.argv[1]))["command"], sys.argv[2])
                """
            let file = home.folder.path("help.json")
            try home.shell("'\(Places.built(program))' --experimental-dump-help > '\(file)'")
            let commands = try home.python(script, file, program).split(separator: "\n")
            #expect(commands.count > count)
            #expect(commands.filter { !$0.hasPrefix("good ") } == [])
        }
    }

    /// Options with different effects need different descriptions.
    @Test(arguments: Self.programs)
    func optionsOfACommandHaveDifferentDescriptions(_ program: String) throws {
        try withScratchHome { home in
            let script = """
                import collections, json, sys
                def walk(command, path):
                    texts = [a["abstract"] for a in command.get("arguments", [])
                             if a["shouldDisplay"] and a.get("abstract")]
                    for text, count in collections.Counter(texts).items():
                        if count > 1: print(path, text)
                    for sub in command.get("subcommands", []):
                        walk(sub, path + " " + sub["commandName"])
                walk(json.load(open(sys.argv[1]))["command"], sys.argv[2])
                """
            let file = home.folder.path("help.json")
            try home.shell("'\(Places.built(program))' --experimental-dump-help > '\(file)'")
            #expect(try home.python(script, file, program) == "")
        }
    }

    @Test(arguments: Self.programs)
    func exitStatusesHaveTheirOwnSection(_ name: String) throws {
        let manual = try Command("cat", ["\(Places.repository)/Docs/\(name).1"]).run().output
        let parts = manual.components(separatedBy: "\n.SH ")
        let section = try #require(parts.first { $0.hasPrefix("EXIT STATUS\n") })
        #expect(section.contains("\n.TP\n.B 64\nwrong usage"))
        let description = try #require(parts.first { $0.hasPrefix("DESCRIPTION\n") })
        #expect(!description.contains("Exit status"))
    }

    /// For UTF-8 and ASCII terminals, and for paper.
    @Test(arguments: ["utf8", "ascii", "ps"])
    func groffSetsTheManualWithoutWarnings(_ device: String) throws {
        for name in Self.programs {
            let outcome = try Command(
                "groff", ["-man", "-ww", "-T\(device)", "\(Places.repository)/Docs/\(name).1"]
            ).run()
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(!outcome.output.isEmpty)
        }
    }
}
