import CoreMetrics
import HTTPService

/// The memory that a server holds for calls in progress.
///
/// Memory for an answer is taken only after the whole body has come, so that calls never wait for
/// each other in a circle.
struct ServiceMemory: Sendable {
    let bodies: MemoryBudget
    let answers: MemoryBudget

    /// The bytes for a page of a listing, or for the conflicts of a batch: the most, or nearly.
    static let answer = 16 << 20
    /// The bytes for a list of replicas.
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
        // A waiting call already holds a part of its body.
        bodies = budget(
            "bodies", limits.bodyBytes, limits.bodyBytesPerAccount, waiting: 32)
        answers = budget(
            "answers", limits.answerBytes, limits.answerBytesPerAccount, waiting: 2000)
    }
}
