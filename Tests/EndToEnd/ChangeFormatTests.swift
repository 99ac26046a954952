import ScratchFolder
import TestSupport
import Testing

/// The output, for other programs, of commands that change bookmarks.
@Suite(.endToEnd)
struct ChangeFormatTests {
    private static let nothing = #"{"changed":0,"ids":[]}"# + "\n"

    @Test func deleteAndRestorePrintTheIds() throws {
        try withScratchHome { home in
            let ids = try ["a", "b"].map { try home.add("https://\($0).example/", name: $0) }
            let both = "{\"changed\":2,\"ids\":[\"\(ids[0])\",\"\(ids[1])\"]}\n"
            for command in [["delete"], ["restore"], ["delete"], ["delete", "--forever", "-y"]] {
                let outcome = try home.run(command + ["--json"] + ids)
                #expect(outcome.output == both && outcome.errors.isEmpty, "\(command)")
                let none = try home.run(command + ["-q", "zz", "--json"])
                #expect(none.output == Self.nothing && none.status == 1, "\(command)")
            }
        }
    }

    @Test func emptyingTheTrashPrintsTheIds() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "a")
            try home.run("delete", id)
            let outcome = try home.run("trash", "--empty", "--yes", "--json")
            #expect(outcome.output == "{\"changed\":1,\"ids\":[\"\(id)\"]}\n")
            #expect(outcome.status == 0 && outcome.errors.isEmpty)
            #expect(try home.run("trash", "--empty", "--json").output == Self.nothing)
        }
    }

    @Test func editPrintsTheIdsOfChangedBookmarks() throws {
        try withScratchHome { home in
            let ids = try ["a", "b"].map { try home.add("https://\($0).example/", name: $0) }
            try home.run("edit", ids[0], "--add-tag", "x")
            let edited = try home.run(["edit", "--json", "--add-tag", "x"] + ids)
            #expect(edited.errors.isEmpty)
            let rest = #""deleted":[],"contested":[],"kept":[],"gone":[]}"# + "\n"
            #expect(edited.output == "{\"changed\":1,\"ids\":[\"\(ids[1])\"],\(rest)")
            let again = try home.run(["edit", "--json", "--add-tag", "x"] + ids)
            #expect(again.output == "{\"changed\":0,\"ids\":[],\(rest)" && again.status == 0)
            let typed = try home.editing(
                "sed -i 's/^name: a/name: c/; s/^bookmark \(ids[1])/delete \(ids[1])/' \"$1\""
            ).run("edit", "--editor", "--json")
            #expect(
                typed.output == "{\"changed\":2,\"ids\":[\"\(ids[0])\",\"\(ids[1])\"],"
                    + "\"deleted\":[\"\(ids[1])\"],\"contested\":[],\"kept\":[],\"gone\":[]}\n")
            #expect(typed.errors.isEmpty, "\(typed.errors)")
        }
    }

    @Test func tagsFoldersAndSettlePrintTheIds() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha", tags: ["js"])
            let one = "{\"changed\":1,\"ids\":[\"\(id)\"]}\n"
            try home.run("edit", id, "--folder", "work")
            let steps = [
                ["tags", "rename", "js", "es"], ["tags", "delete", "es"],
                ["folders", "rename", "work", "job"], ["folders", "delete", "job"],
            ]
            for step in steps {
                let outcome = try home.run(step + ["--json"])
                #expect(outcome.output == one && outcome.errors.isEmpty, "\(step)")
                #expect(try home.run(step + ["--json"]).output.isEmpty, "\(step)")
            }
            let none = try home.run("settle", id, "--json")
            #expect(none.output == Self.nothing && none.status == 1)
            try home.run("sync", "--device", "laptop")
            try home.run("edit", id, "--name", "Mine", "--offline")
            try home.run("edit", id, "--name", "Theirs", "--device", "laptop")
            try home.run("sync")
            #expect(try home.run("settle", id, "--take", "url", "--json").output == Self.nothing)
            #expect(try home.run("settle", id, "--take", "name", "--json").output == one)
        }
    }

    @Test func mergePrintsTheNumberOfDuplicates() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.run("add", "https://a.example/#same", "--even-if-there")
            #expect(try home.run("duplicates", "--merge", "--dry-run", "--json").output.count > 9)
            let merged = try home.run("duplicates", "--merge", "--json")
            #expect(merged.output == #"{"deleted":1,"pages":1}"# + "\n")
            let none = try home.run("duplicates", "--merge", "--json")
            #expect(none.output == #"{"deleted":0,"pages":0}"# + "\n" && none.status == 1)
        }
    }

    @Test func oneGroupOfDuplicatesCanBeMerged() throws {
        try withScratchHome { home in
            for page in ["a", "b", "c"] {
                try home.add("https://\(page).example/", name: page)
                try home.run("add", "https://\(page).example/#same", "--even-if-there")
            }
            let alone = try home.add("https://alone.example/", name: "alone")
            let trial = try home.run("duplicates", "-q", "name:a", "--merge", "--dry-run")
            #expect(trial.output.split(separator: "\n").count == 2)
            #expect(trial.errors.contains("Without --dry-run, this would merge"))
            let second = try home.run("list", "b.example/#same", "--format", "{id}").output
            let merged = try home.run("duplicates", second, "--merge", "--json")
            #expect(merged.output == #"{"deleted":1,"pages":1}"# + "\n")
            let none = try home.run("duplicates", alone, "--merge")
            #expect(none.status == 1)
            #expect(none.errors.contains("None of these bookmarks has a duplicate"))
            let some = try home.run("duplicates", "-q", "name:a or name:c", "--merge")
            #expect(some.errors.contains("Merged the duplicates of 2 pages"))
            #expect(try home.run("duplicates").output.isEmpty)
            try home.run("undo")
            let groups = try home.run("duplicates", "--json").output
            #expect(groups.contains("a.example") && groups.contains("c.example"))
            #expect(!groups.contains("b.example"))
        }
    }

    @Test func searchesAndSettingsPrintTheirValues() throws {
        try withScratchHome { home in
            let saved = try home.run("searches", "save", "later", "#x", "--json")
            #expect(saved.output == ##"{"name":"later","query":"#x","previous":null}"## + "\n")
            let anew = try home.run("searches", "save", "later", "#y", "--json")
            #expect(anew.output == ##"{"name":"later","query":"#y","previous":"#x"}"## + "\n")
            let renamed = try home.run("searches", "rename", "later", "soon", "--json")
            #expect(renamed.output == ##"{"name":"soon","previous":"later","query":"#y"}"## + "\n")
            let gone = try home.run("searches", "delete", "soon", "--json")
            #expect(gone.output == "[\n" + ##"{"name":"soon","query":"#y"}"## + "\n]\n")
            let set = try home.run("settings", "set", "theme", "light", "--json")
            #expect(set.output.contains(#""name":"theme","value":"light""#))
            let unset = try home.run("settings", "unset", "theme", "--json")
            #expect(unset.output.contains(#""isSet":false"#) && unset.status == 0)
        }
    }

    @Test func syncPrintsItsStateEvenIfItFails() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let done = try home.run("sync", "--json")
            #expect(done.status == 0 && done.output.contains(#""state":"online","unsent":0}"#))
            let unreachable = try home.run("sync", "--json", "--simulate", "offline")
            #expect(unreachable.status == 69)
            #expect(unreachable.output.contains(#""state":"unreachable""#))
            let on = try home.run("airplane", "on", "--json")
            #expect(on.output == #"{"isOn":true,"unsent":0}"# + "\n")
            try home.add("https://b.example/", name: "Beta")
            #expect(
                try home.run("airplane", "--json").output == #"{"isOn":true,"unsent":1}"# + "\n")
            let offline = try home.run("sync", "--json")
            #expect(offline.status == 69)
            #expect(offline.output.contains(#""state":"offline","unsent":1}"#))
            let off = try home.run("airplane", "off", "--json")
            #expect(off.output == #"{"isOn":false,"unsent":0}"# + "\n")
        }
    }

    @Test func syncPrintsDeletionsThatWait() throws {
        try withScratchHome { home in
            try home.fill(30)
            try home.run("sync", "--device", "laptop")
            try home.run("delete", "-q", "Page", "--yes", "--device", "laptop")
            let held = try home.run("sync", "--json")
            #expect(held.status == 65)
            let fields = #""held":{"deletions":30,"earlier":0,"missing":0,"total":30}"#
            #expect(held.output.contains(fields), "\(held.output)")
            #expect(held.output.contains(#""state":"held""#))
            let accepted = try home.run("sync", "--accept", "--json")
            #expect(accepted.status == 0 && accepted.output.contains(#""held":null"#))
            #expect(accepted.output.hasPrefix(#"{"bookmarks":0,"#))
        }
    }
}
