import Bookmarks
import DefaultsContent
import DefaultsFile
import Glibc
import Replication
import ScratchFolder
import SeededRandom
import Testing

/// Entries that change in a file of which all else is copied.
@Suite struct ChangedEntriesTests {
    let folder = ScratchFolder()
    var file: DefaultsFile { DefaultsFile(path: folder.path("defaults.plist")) }

    private static let settings: [String: PropertyListValue] = [
        "id": .string("b1"), "nested": .dictionary(["id": .string("b2")]),
    ]

    private func bookmark(_ number: Int, _ name: String = "<dict>\n\t\t</dict>\n") -> Bookmark {
        Bookmark(id: "b\(number)", name: name, url: "x:\(number)", notes: "\t</array>\n", added: 1)
    }

    private func content(_ live: [Bookmark], _ deleted: [Bookmark]) -> DefaultsContent {
        DefaultsContent(bookmarks: live, recentlyDeleted: deleted, settings: Self.settings)
    }

    /// Numbers between 0 and 30, each live, deleted or neither, in their order.
    private func state(_ random: inout SplitMix) -> [Int: Bool] {
        var state: [Int: Bool] = [:]
        for number in 0..<30 {
            state[number] = [nil, true, true, false].randomElement(using: &random) ?? nil
        }
        return state
    }

    private func content(_ state: [Int: Bool], _ names: [Int: String]) -> DefaultsContent {
        func those(_ isLive: Bool) -> [Bookmark] {
            state.keys.sorted().filter { state[$0] == isLive }
                .map { bookmark($0, names[$0] ?? "name") }
        }
        return content(those(true), those(false))
    }

    @Test func theFileIsTheSameAsWrittenWhole() throws {
        var random = SplitMix(seed: 11)
        for _ in 0..<200 {
            let old = state(&random)
            var new = state(&random)
            // Most stay as they are.
            let changed = Set((0..<30).filter { _ in Int.random(in: 0..<6, using: &random) == 0 })
            for number in 0..<30 where !changed.contains(number) { new[number] = old[number] }
            let names = Dictionary(uniqueKeysWithValues: changed.map { ($0, "new & <\($0)>") })
            let written = try file.write(content(old, [:]))
            let changes = changed.sorted().map { number in
                let next = (number + 1..<30).first {
                    !changed.contains($0) && new[$0] == (new[number] ?? false)
                }
                return ChangedEntry(
                    id: "b\(number)",
                    bookmark: new[number].map { _ in bookmark(number, names[number] ?? "") },
                    isDeleted: new[number] != true, next: next.map { "b\($0)" })
            }
            let found = try file.write(
                changes, settings: Self.settings, to: written, willReplace: { _ in })
            #expect(found != nil && found == file.fingerprint())
            let bytes = folder.read("defaults.plist")
            try file.write(content(new, names))
            #expect(bytes == folder.read("defaults.plist"))
        }
    }

    @Test func whatCannotBeCopiedIsLeftAlone() throws {
        let written = try file.write(content([bookmark(1)], []))
        let bytes = folder.read("defaults.plist")
        func write(_ id: String, before next: String?, to old: Fingerprint) throws -> Fingerprint? {
            let new = Bookmark(id: id, name: "new", url: "x:y", added: 2)
            let change = ChangedEntry(id: id, bookmark: new, isDeleted: false, next: next)
            return try file.write([change], settings: [:], to: old, willReplace: { _ in })
        }
        #expect(try write("new", before: "b2", to: written) == nil)
        // It is there as `a&amp;b`.
        #expect(try write("a&b", before: nil, to: written) == nil)
        var other = written
        other.modified -= 1
        #expect(try write("new", before: nil, to: other) == nil)
        #expect(folder.read("defaults.plist") == bytes)
        #expect(folder.names == ["defaults.plist"])
        #expect(try write("new", before: "b1", to: written) != nil)
        #expect(try file.read().found.bookmarks.map(\.id) == ["new", "b1"])
    }
}
