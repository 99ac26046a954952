import Documents
import Replication
import Testing

/// The encodings of contents and documents.
struct ManifestTests {
    private let name = ChunkName(of: Array("abc".utf8))

    /// FIPS 180-4, the example of one block.
    @Test func chunkNameIsTheHashOfItsContent() throws {
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(name.description == text)
        #expect(ChunkName(text) == name)
        for bad in ["", String(text.dropLast()), text.uppercased(), text + "0", "../" + text] {
            #expect(ChunkName(bad) == nil, "\(bad)")
        }
    }

    @Test func chunkWithAWrongNameIsRefused() {
        #expect(Chunk(Array("abc".utf8), named: name)?.content == Array("abc".utf8))
        #expect(Chunk(Array("abd".utf8), named: name) == nil)
    }

    @Test func aManifestIsReadBack() {
        for lengths in [[], [1], [ContentChunker.most, 5]] {
            let manifest = Manifest(
                pieces: lengths.map { Manifest.Piece(name: name, length: $0) })
            #expect(Manifest(encoded: manifest.encoded) == manifest)
            #expect(manifest.length == lengths.reduce(0, +))
        }
    }

    @Test(arguments: [
        "", "cloudy manifest 2\n", "cloudy manifest 1", "cloudy manifest 1\nabc 1\n",
        "cloudy manifest 1\n\(ChunkName(of: [])) 0\n",
        "cloudy manifest 1\n\(ChunkName(of: [])) -1\n",
        "cloudy manifest 1\n\(ChunkName(of: [])) 65537\n",
        "cloudy manifest 1\n\(ChunkName(of: []))\n",
        "cloudy manifest 1\n\(ChunkName(of: [])) 1\r\n",
        "cloudy manifest 1\n\(ChunkName(of: []))  1\n",
        "cloudy manifest 1\n\(ChunkName(of: [])) 1 \n",
    ])
    func invalidManifestIsRefused(_ text: String) {
        #expect(Manifest(encoded: Array(text.utf8)) == nil)
    }

    @Test func manifestThatIsNotTextIsRefused() {
        let line = Array("cloudy manifest 1\n\(ChunkName(of: [])) 1".utf8)
        #expect(Manifest(encoded: line + [0x0A]) != nil)
        #expect(Manifest(encoded: line + [0xFF, 0x0A]) == nil)
    }

    @Test func manifestOfTheLongestDocumentFitsIntoAChunk() {
        let piece = Manifest.Piece(name: name, length: ContentChunker.least + 1)
        let manifest = Manifest(
            pieces: Array(repeating: piece, count: Document.longest / piece.length))
        #expect(manifest.encoded.count <= Manifest.longestChunk)
        #expect(Manifest(encoded: manifest.encoded) == manifest)
        #expect(
            Manifest(encoded: Manifest(pieces: manifest.pieces + [piece, piece]).encoded) == nil)
    }

    @Test(arguments: [[], [ChunkName(of: [])], [ChunkName(of: []), ChunkName(of: [1])]])
    func aVersionIsReadBack(_ parents: [ChunkName]) {
        var version = DocumentVersion(
            content: name, length: 3, made: 1_795_691_057.404, device: "my phone",
            parents: parents)
        #expect(DocumentVersion(version.text) == version)
        version.isConflicting = true
        #expect(DocumentVersion(version.text) == version)
        #expect(DocumentVersion(version.text.replacing(" 3 ", with: " x ")) == nil)
        #expect(DocumentVersion(version.text.replacing(name.description, with: "abc")) == nil)
        for time in [Int64.max, .min, 1 << 53 + 1] {
            let text = version.text.replacing("1795691057404", with: "\(time)")
            #expect(DocumentVersion(text) == nil, "an impossible time must be refused")
        }
    }

    @Test func aDocumentIsReadBackFromItsFields() throws {
        let old = DocumentVersion(content: ChunkName(of: []), length: 0, made: 1, device: "one")
        let head = DocumentVersion(
            content: name, length: 3, made: 2, device: "two", parents: [old.content])
        let document = Document(
            id: "x", bookmark: "b", kind: .file, name: "a.pdf", mediaType: "application/pdf",
            source: "https://a.example/", added: 1, head: head, versions: [head, old])
        #expect(Document(id: "x", fields: document.fields) == document)
        var fields = document.fields
        fields["kind"] = .string("film")
        #expect(Document(id: "x", fields: fields) == nil)
        fields = document.fields
        fields["head"] = nil
        #expect(Document(id: "x", fields: fields) == nil)
    }

    /// An element that was added meanwhile stays, and so does a removal.
    @Test func changedSetKeepsAdditionsAndRemovalsOfOthers() {
        func set(_ words: String...) -> PropertyListValue { .array(words.map { .string($0) }) }
        let merged = Document.set(
            of: set("a", "b"), changedFrom: set("a"), to: set("c", "a"))
        #expect(Set(merged?.strings ?? []) == ["a", "b", "c"])
        #expect(
            Document.set(of: set("a", "b"), changedFrom: set("a"), to: set("c"))?.strings
                == ["c", "b"])
        // An element that one device removed does not come back with a change that left it alone.
        #expect(
            Document.set(
                of: set("a"), changedFrom: set("b", "a"), to: set("c", "b", "a"))?.strings
                == ["c", "a"])
    }

    /// A merge may remove the version to which another device has gone back.
    @Test func currentVersionIsAlwaysListed() {
        let head = PropertyListValue.string("b")
        let others = PropertyListValue.array([.string("a")])
        #expect(Document.versions(in: ["versions": others, "head": head]).strings == ["b", "a"])
        #expect(
            Document.versions(in: ["versions": .array([.string("a"), head]), "head": head]).strings
                == ["a", "b"])
        #expect(Document.versions(in: ["head": head]).strings == ["b"])
    }
}
