import Documents
import Replication
import Testing

/// Several devices edit a note at the same time, and their versions are merged into one.
struct NoteMergingTests {
    private static func name(_ text: String) -> ChunkName { ChunkName(of: Array(text.utf8)) }

    private static func version(
        _ text: String, _ made: Double, from parents: [String] = [], on device: String = "one"
    ) -> DocumentVersion {
        DocumentVersion(
            content: name(text), length: text.utf8.count, made: made, device: device,
            parents: parents.map { name($0) })
    }

    private static func note(
        _ versions: [DocumentVersion], rivals: [DocumentVersion] = []
    ) -> Document {
        var note = Document(
            id: "n", bookmark: "b", kind: .note, name: "Note", mediaType: "text/plain", added: 1,
            head: versions[0], versions: versions)
        note.rivals = rivals
        return note
    }

    /// A device merged “x” and “y”. Another device then removed the line x, and merged “y”, too.
    @Test func aRemovedLineDoesNotComeBack() async throws {
        let (x, y) = (Self.version("x\n", 1), Self.version("y\n", 2))
        let both = Self.version("x\ny\n", 3, from: ["x\n", "y\n"])
        let edited = Self.version("z\n", 4, from: ["x\n"])
        let other = Self.version("z\ny\n", 5, from: ["z\n", "y\n"])
        let note = Self.note([other, edited, both, y, x], rivals: [both])
        var kept: [String] = []
        let merging = NoteMerging(
            content: { version in
                ["x\n", "y\n", "x\ny\n", "z\n", "z\ny\n"]
                    .first { Self.name($0) == version.content }.map { Array($0.utf8) }
            },
            keep: { content in
                kept.append(String(decoding: content, as: UTF8.self))
                return ChunkName(of: content)
            })
        guard case .merged(let merged) = try await merging.merge(note) else {
            Issue.record("the note must be merged")
            return
        }
        #expect(merged.rivals.isEmpty)
        #expect(kept == ["z\ny\n"])
    }

    /// Two devices merged the same three versions in different orders, and then one removed a line
    /// that two of the three share.
    @Test func lineSharedByCommonVersionsStaysRemoved() async throws {
        func text(_ words: String) -> String {
            words.split(separator: " ").map { "\($0)\n" }.joined()
        }
        let (root, more) = (text("1 2 3 4 5 6"), text("1 p 2 3 4 5 6"))
        let a = text("1 a p 2 3 4 5 6")
        let (b, c) = (text("1 2 3 4 5 b 6"), text("1 p c 2 3 4 5 6"))
        let (ab, bc) = (text("1 a p 2 3 4 5 b 6"), text("1 p c 2 3 4 5 b 6"))
        let (all, edited) = (text("1 a p c 2 3 4 5 b 6 end"), text("1 a c 2 3 4 5 b 6"))
        let versions = [
            Self.version(all, 9, from: [ab, c]), Self.version(edited, 8, from: [bc, a]),
            Self.version(bc, 7, from: [b, c]), Self.version(ab, 6, from: [a, b]),
            Self.version(c, 5, from: [more]), Self.version(b, 4, from: [root]),
            Self.version(a, 3, from: [more]), Self.version(more, 2, from: [root]),
            Self.version(root, 1),
        ]
        let texts = [root, more, a, b, c, ab, bc, all, edited]
        var kept: [String] = []
        let merging = NoteMerging(
            content: { version in
                texts.first { Self.name($0) == version.content }.map { Array($0.utf8) }
            },
            keep: { content in
                kept.append(String(decoding: content, as: UTF8.self))
                return ChunkName(of: content)
            })
        let outcome = try await merging.merge(Self.note(versions, rivals: [versions[1]]))
        guard case .merged(let merged) = outcome else {
            Issue.record("the note must be merged")
            return
        }
        #expect(kept == [text("1 a c 2 3 4 5 b 6 end")])
        #expect(!merged.head.isConflicting)
    }

    /// Two devices begin a note at the same time, so the two texts have no common base.
    private static func begun(_ first: String, _ second: String) async throws -> (
        text: String, isConflicting: Bool
    ) {
        let (one, two) = (version(first, 1), version(second, 2, on: "two"))
        var kept = ""
        let merging = NoteMerging(
            content: { Array(($0 == one ? first : second).utf8) },
            keep: { content in
                kept = String(decoding: content, as: UTF8.self)
                return ChunkName(of: content)
            })
        let outcome = try await merging.merge(note([two], rivals: [one]))
        guard case .merged(let merged) = outcome else { throw NothingMerged() }
        #expect(merged.rivals.isEmpty)
        #expect(merged.versions == [merged.head, two, one])
        return (kept, merged.head.isConflicting)
    }

    private struct NothingMerged: Error {}

    /// Neither text is inserted into the middle of the other, wherever they have empty lines.
    @Test(arguments: [
        ("Monday\n\nmilk\n", "of two\nlines\n"), ("of two\nlines\n", "Monday\n\nmilk\n"),
        ("\na\n\nb\n", "c\n\n\nd\n"), ("a\n", "b\n"), ("a\nx\nb\n", "c\nx\nd\n"),
    ])
    func notesBegunOnTwoDevicesStayCompleteInConflict(
        _ first: String, _ second: String
    ) async throws {
        let merged = try await Self.begun(first, second)
        #expect(merged.text == "<<<<<<< one\n\(first)=======\n\(second)>>>>>>> two\n")
        #expect(merged.isConflicting)
    }

    @Test(arguments: [
        ("a", "b\n", "<<<<<<< one\na\n=======\nb\n\n>>>>>>> two"),
        // A note begins with the notes field of its bookmark.
        ("field\na\n", "field\nb\n", "field\n<<<<<<< one\na\n=======\nb\n>>>>>>> two\n"),
        ("a\nend\n", "b\nend\n", "<<<<<<< one\na\n=======\nb\n>>>>>>> two\nend\n"),
    ])
    func commonLinesOfTwoFirstNotesAppearOnce(
        _ first: String, _ second: String, _ text: String
    ) async throws {
        let merged = try await Self.begun(first, second)
        #expect(merged.text == text)
        #expect(merged.isConflicting)
    }

    @Test(arguments: [
        ("a\n", "a\n", "a\n"), ("a\n", "a\n\nb\n", "a\n\nb\n"), ("a\nb\n", "b\n", "a\nb\n"),
        ("a\nc\n", "a\nb\nc\n", "a\nb\nc\n"), ("", "a\n", "a\n"), ("a", "a\n", "a\n"),
    ])
    func noteThatContainsTheOtherIsNotAConflict(
        _ first: String, _ second: String, _ text: String
    ) async throws {
        let merged = try await Self.begun(first, second)
        #expect(merged.text == text)
        #expect(!merged.isConflicting)
    }

    /// Undo removed a version from the list after another device had sent it.
    @Test func aMergedRivalStaysAsAVersion() async throws {
        let (head, rival) = (Self.version("a\n", 2), Self.version("b\n", 1))
        let merging = NoteMerging(
            content: { Array(($0.content == head.content ? "a\n" : "b\n").utf8) },
            keep: { ChunkName(of: $0) })
        let note = Self.note([head], rivals: [rival])
        guard case .merged(let merged) = try await merging.merge(note) else {
            Issue.record("the note must be merged")
            return
        }
        #expect(merged.versions == [merged.head, head, rival])
    }

    /// Undo removes a version from the list while another device keeps it as a rival.
    @Test func undoneVersionIsNotARival() {
        let (head, rival) = (Self.version("head", 2), Self.version("rival", 1))
        func read(_ versions: [DocumentVersion]) -> Document? {
            let note = Self.note(versions)
            let record = Record(
                content: .live(.dictionary(note.fields)), vector: VersionVector([:]),
                stamp: .zero, actor: ActorID(rawValue: 1), device: "one",
                superseded: [
                    SupersededValue(
                        field: Document.headField, value: .string(rival.text), stamp: .zero,
                        device: "two")
                ])
            return Document(key: note.key, record: record)
        }
        #expect(read([head, rival])?.rivals == [rival])
        #expect(read([head])?.rivals == [])
    }

    @Test func versionLimitNeverDropsARival() {
        let versions = (0..<80).map { Self.version("\($0)", Double(100 - $0)) }
        let note = Self.note(versions, rivals: [versions[79]])
        let kept = note.fields["versions"]?.strings ?? []
        #expect(kept.count == Document.mostVersionsInConflict + 1)
        #expect(kept.last == versions[79].text)
    }
}
