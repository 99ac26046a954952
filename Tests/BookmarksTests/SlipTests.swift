import Bookmarks
import Testing

/// Names that are likely misspellings of other names.
@Suite struct SlipTests {
    @Test(arguments: [
        ("laptpo", "laptop"), ("latop", "laptop"), ("lapttop", "laptop"), ("lbptop", "laptop"),
        ("wrok", "work"), ("Laptop", "laptop"), ("PC", "pc"), ("defualt", "default"),
        ("workstatoin", "workstation"), ("wrkstaton", "workstation"), ("tower2a", "towr2a"),
    ])
    func misspelledNameIsALikelySlip(_ name: String, _ other: String) {
        #expect(name.isLikelySlip(for: other) && other.isLikelySlip(for: name))
    }

    @Test(arguments: [
        ("laptop", "laptop"), ("laptop", "phone"), ("phone2", "phone"), ("node1", "node2"),
        ("pc", "tv"), ("home", "work"), ("work", "fork2"), ("desk", "dell"), ("", "a"),
    ])
    func differentNameIsNoSlip(_ name: String, _ other: String) {
        #expect(!name.isLikelySlip(for: other) && !other.isLikelySlip(for: name))
    }
}
