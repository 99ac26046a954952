import Testing

@testable import Bookmarks

@Suite struct GroupedNumberTests {
    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (-1000, "-1,000"), (12_345, "12,345"),
        (1_234_567, "1,234,567"), (-999, "-999"), (100_000, "100,000"), (-100_000, "-100,000"),
        (Int.min, "-9,223,372,036,854,775,808"),
    ])
    func thousandsAreSeparatedByCommas(_ number: Int, _ text: String) {
        #expect(grouped(number) == text)
    }
}
