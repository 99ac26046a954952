import Replication
import TestSupport
import Testing

@testable import Simulator

/// Tests of the judge of the simulated worlds.
@Suite(.ownThread) struct OracleTests {
    private var oracle = Oracle()

    private func record(
        _ fields: [String: Int]?, kept: [(field: String, token: Int)] = []
    ) -> Record {
        let value = PropertyListValue.dictionary((fields ?? [:]).mapValues { Oracle.text($0) })
        return Record(
            content: fields == nil ? .deleted(last: nil) : .live(value), vector: VersionVector(),
            stamp: .zero, actor: ActorID(rawValue: 1), device: "d",
            superseded: kept.map {
                SupersededValue(
                    field: $0.field, value: Oracle.text($0.token), stamp: .zero, device: "d")
            })
    }

    private func verdict(_ record: Record, account: Int = 0) -> Invariant? {
        do throws(Violation) {
            try oracle.verdict(["b.0": record], account: account, allowsReverts: false)
            return nil
        } catch {
            return error.invariant
        }
    }

    /// Token 0, which token 1 knowingly replaces in the same field, and token 2 beside them.
    private mutating func typeThree() {
        oracle.edited("b.0", "f0", account: 0, seeing: nil)
        oracle.edited("b.0", "f0", account: 0, seeing: record(["f0": 0]))
        oracle.edited("b.0", "f1", account: 0, seeing: record(["f0": 0]))
    }

    @Test mutating func shownKeptOrReplacedValuesAreNotLost() {
        typeThree()
        #expect(verdict(record(["f0": 1, "f1": 2])) == nil)
        #expect(verdict(record(["f0": 1], kept: [("f1", 2)])) == nil)
        #expect(verdict(record(["f0": 1])) == .nothingLost)
    }

    @Test mutating func replacedValueMustNotShowAgain() {
        typeThree()
        #expect(verdict(record(["f0": 0, "f1": 2], kept: [("f0", 1)])) == .noReverts)
    }

    @Test mutating func deletedBookmarkMustNotReturn() {
        typeThree()
        oracle.deleted("b.0", account: 0, seeing: record(["f0": 1, "f1": 2]))
        #expect(verdict(record(nil)) == nil)
        #expect(verdict(record(["f0": 1, "f1": 2])) == .noResurrection)
    }

    @Test mutating func editThatADeletionDidNotSeeMustSurvive() {
        typeThree()
        oracle.deleted("b.0", account: 0, seeing: record(["f0": 1]))
        #expect(verdict(record(nil)) == .nothingLost)
        #expect(verdict(record(["f0": 1, "f1": 2])) == nil)
    }

    @Test mutating func fieldMustShowOnlyValuesTypedIntoIt() {
        typeThree()
        #expect(verdict(record(["f0": 1, "f1": 2, "r": 2])) == .wholeValues)
    }

    @Test mutating func accountMustShowOnlyItsOwnValues() {
        typeThree()
        #expect(verdict(record(["f0": 1, "f1": 2]), account: 1) == .accounts)
    }

    @Test mutating func destroyedBookmarkIsNotMissed() {
        typeThree()
        oracle.destroyed([("b.0", record(["f0": 1, "f1": 2]))], others: [])
        #expect(verdict(record(nil)) == nil)
    }
}
