import HTTPService
import Testing

struct AllowanceTests {
    @Test func allowanceHasABurstAndARefillRate() {
        var allowance = Allowance(burst: 3, rate: 0.5)
        for _ in 0..<3 { #expect(allowance.take("a", now: 0) == nil) }
        #expect(allowance.take("a", now: 0) == 2)
        #expect(
            allowance.take("b", now: 0) == nil, "each address must have an allowance of its own")
        #expect(allowance.take("a", now: 1) == 1)
        #expect(allowance.take("a", now: 2) == nil)
        #expect(allowance.take("a", now: 2) == 2)
    }

    @Test func allowanceRefillsToItsBurstAndNoFurther() {
        var allowance = Allowance(burst: 2, rate: 1)
        for _ in 0..<2 { #expect(allowance.take("a", now: 0) == nil) }
        for _ in 0..<2 { #expect(allowance.take("a", now: 1000) == nil) }
        #expect(allowance.take("a", now: 1000) == 1)
    }

    /// With more addresses than are remembered, none that has to wait is forgotten, and no new one
    /// is refused.
    @Test func newAddressesDoNotEvictAWaitingAddress() {
        var allowance = Allowance(burst: 1, rate: 0.001)
        #expect(allowance.take("a", now: 0) == nil)
        for number in 0..<100_100 { #expect(allowance.take("\(number)", now: 0) == nil) }
        #expect(allowance.take("a", now: 0) != nil)
        #expect(allowance.take("new", now: 0) == nil)
    }
}
