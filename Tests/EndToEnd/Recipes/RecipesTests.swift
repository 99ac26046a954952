import ScratchFolder
import TestSupport
import Testing

/// The commands in the documents, run as they are written there, print the lines below them.
@Suite(.endToEnd)
struct RecipesTests {
    @Test(arguments: try cookbook().dropFirst())
    func recipePrintsItsDocumentedOutput(_ recipe: Recipe) throws {
        let setup = try #require(try Self.cookbook().first)
        try withScratchHome { home in
            let outputs = try home.outputs(of: setup.steps + recipe.steps)
            for (step, printed) in zip(setup.steps + recipe.steps, outputs) {
                #expect(
                    matches(step.output[...], printed[...]),
                    "$ \(step.command)\n\(printed.joined(separator: "\n"))")
            }
            #expect(outputs.count == setup.steps.count + recipe.steps.count)
        }
    }

    @Test func cookbookHasMoreThan35Recipes() throws {
        #expect(try Self.cookbook().count > 35)
    }

    @Test func wildcardsMatchTextAndLines() {
        #expect(matches(["a…c", "…", "z"], ["abc", "1", "2", "z"]))
        #expect(matches(["…"], []))
        #expect(matches(["a…", "b"], ["a", "b"]))
        #expect(!matches(["a…c"], ["abd"]))
        #expect(!matches(["a"], ["a", "b"]))
        #expect(!matches([], ["a"]))
    }

    private static func cookbook() throws -> [Recipe] {
        let path = "\(Places.repository)/Docs/Cookbook.md"
        return Recipe.all(in: try Command("cat", [path]).run().output)
    }
}

extension Home {
    /// Runs shell commands one after another in an empty folder; returns the lines that each prints
    /// to standard output and standard error.
    fileprivate func outputs(of steps: [Recipe.Step]) throws -> [[String]] {
        let marker = "--- next command ---"
        let folder = folder.path("work")
        let binaries = Places.program.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        let opening = """
            exec 2>&1
            mkdir -p '\(folder)' && cd '\(folder)' || exit 1
            PATH='\(binaries)':$PATH

            """
        let outcome = try with(["TZ": "UTC", "EDITOR": "false"]).run(
            ["-c", opening + Recipe.script(steps, marker: marker)], program: "bash")
        var outputs: [[String]] = []
        for line in outcome.output.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        )
        .dropLast() {
            if line == marker {
                outputs.append([])
            } else if !outputs.isEmpty {
                outputs[outputs.count - 1].append(String(line))
            }
        }
        return outputs
    }
}
