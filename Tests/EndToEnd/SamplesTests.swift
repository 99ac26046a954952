import TestSupport
import Testing

/// The bookmarks that `make demo` and `make picture` begin with.
@Suite(.endToEnd)
struct SamplesTests {
    @Test func allOfThemAreTaken() throws {
        let samples = try Command("cat", ["\(Places.repository)/Scripts/samples.tsv"]).run().output
            .split(separator: "\n").map {
                $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            }
        #expect(samples.count > 10)
        try withScratchHome { home in
            for sample in samples {
                try #require(sample.count == 3)
                let added = try home.run("add", sample[1], "--name", sample[0], "--tag", sample[2])
                #expect(added.status == 0, "\(sample): \(added.errors)")
            }
            #expect(try home.list().count == samples.count)
        }
    }
}
