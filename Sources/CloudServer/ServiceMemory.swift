import CoreMetrics

/// What a server holds in memory of the calls that are under way.
///
/// Room for an answer is taken when all of the body has come, and never the other way round, so
/// that nobody waits in a circle.
struct ServiceMemory: Sendable {
    let bodies: MemoryBudget
    let answers: MemoryBudget

    /// What a page of a listing takes, and what a batch finds in its way, at most or nearly so.
    static let answer = 16 << 20
    /// What a list of replicas takes.
    static let replicas = 2 << 20

    init(_ limits: ServiceLimits, _ instruments: ServiceInstruments) {
        func budget(_ kind: String, _ total: Int, _ each: Int, waiting: Int) -> MemoryBudget {
            let meter = instruments.factory.makeMeter(
                label: "cloudyd_held_bytes", dimensions: [("kind", kind)])
            return MemoryBudget(
                .init(
                    total: total, perPayer: each, waiting: waiting,
                    patience: .seconds(limits.roomSeconds))
            ) { meter.set(Int64($0)) }
        }
        // What waits here holds a part of its body, which is on the way already.
        bodies = budget(
            "bodies", limits.bodyBytes, limits.bodyBytesPerAccount, waiting: 32)
        answers = budget(
            "answers", limits.answerBytes, limits.answerBytesPerAccount, waiting: 2000)
    }
}
