import Documents
import Replication
import SeededRandom
import TestSupport
import Testing

/// Damaged documents from other devices and clouds are refused or read whole.
struct DocumentFuzzTests {
    private static func name(_ text: String) -> ChunkName { ChunkName(of: Array(text.utf8)) }

    private static func version(
        _ text: String, _ made: Double, from parents: [DocumentVersion] = [], isConflicting: Bool
    ) -> DocumentVersion {
        DocumentVersion(
            content: name(text), length: 70_000, made: made, device: "laptop of é",
            parents: parents.map(\.content), isConflicting: isConflicting)
    }

    /// Some versions, of which the last was made from two.
    private static let versions: [DocumentVersion] = {
        let base = version("a", 1_700_000_000.5, isConflicting: false)
        let (one, other) = (
            version("b", 1_700_000_001, from: [base], isConflicting: false),
            version("c", 1_700_000_002, from: [base], isConflicting: false)
        )
        return [
            version("d", 1_700_000_003, from: [one, other], isConflicting: true), other, one, base,
        ]
    }()

    @Test func damagedManifestsAreRefusedOrRead() {
        let pieces = ["a", "b", "c"].enumerated().map { index, text in
            Manifest.Piece(name: Self.name(text), length: 16_384 << index)
        }
        var fuzzer = Fuzzer(
            "manifests of documents", seed: 41,
            seeds: [Manifest(pieces: pieces).encoded, Manifest(pieces: []).encoded], rounds: 3000,
            environment: Command.inheritedEnvironment)
        let outcome = fuzzer.run { bytes, _ in
            guard let read = Manifest(encoded: bytes) else { return false }
            #expect(Manifest(encoded: read.encoded) == read)
            #expect(0...Document.longest ~= read.length)
            return true
        }
        #expect(outcome.sound > 0, "some damaged manifests must be readable")
    }

    @Test func damagedDescriptorsAreRefusedOrRead() {
        let document = Document(
            id: "a", bookmark: "b", kind: .note, name: "Note “é”",
            mediaType: "text/markdown; charset=utf-8", source: "https://a.example/",
            added: 1_700_000_000, head: Self.versions[0], versions: Self.versions)
        let seeds = [PropertyListValue.dictionary(document.fields).encoded()]
        var fuzzer = Fuzzer(
            "descriptors of documents", seed: 42, seeds: seeds, rounds: 3000,
            environment: Command.inheritedEnvironment)
        let outcome = fuzzer.run { bytes, _ in
            guard let value = try? PropertyListValue(encoded: bytes),
                let fields = value.dictionary, let read = Document(id: "a", fields: fields)
            else { return false }
            #expect(Document(id: "a", fields: read.fields) == read.normal)
            #expect(read.history.contains(read.head) && !read.title.isEmpty)
            let history = VersionHistory(read.versions)
            for version in read.versions {
                #expect(history.origins(of: version).contains(version))
                _ = history.commons(version, read.head)
            }
            #expect(!read.outdatedVersions(now: 2e9, keeping: []).contains(read.head))
            return true
        }
        #expect(outcome.sound > outcome.rounds / 100, "some damaged descriptors must be readable")
        #expect(outcome.longest < 5, "a small descriptor must be read quickly")
    }

    @Test func damagedVersionsAreRefusedOrRead() {
        var fuzzer = Fuzzer(
            "versions of documents", seed: 43, seeds: Self.versions.map { Array($0.text.utf8) },
            rounds: 3000, environment: Command.inheritedEnvironment)
        let outcome = fuzzer.run { bytes, _ in
            let text = String(decoding: bytes, as: UTF8.self)
            guard let read = DocumentVersion(text) else { return false }
            #expect(DocumentVersion(read.text) == read)
            return true
        }
        #expect(outcome.sound > outcome.rounds / 100, "some damaged versions must be readable")
    }
}

extension Document {
    /// The document as it is after writing and reading: with no more versions than are kept.
    fileprivate var normal: Document {
        var document = self
        document.versions = Array(versions.prefix(Self.mostVersions))
        return document
    }
}
