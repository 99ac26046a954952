import HTTPService
import Replication
import Synchronization

/// Collects the facts about a call while it is answered, for metrics and logs.
final class CallRecord: Sendable {
    struct Facts {
        var account: String?
        var token: Access.TokenLabel?
        /// The error code of the answer.
        var code: String?
        /// The outcomes of the call's changes.
        var changes: Changes?
    }

    struct Changes {
        var committed = 0
        var conflicts = 0
        var refused = 0

        init(_ outcomes: [ChangeOutcome]) {
            for outcome in outcomes {
                switch outcome {
                case .committed: committed += 1
                case .conflict: conflicts += 1
                case .refused: refused += 1
                }
            }
        }
    }

    private let noted = Mutex(Facts())
    private let held = Mutex<MemoryBudget.Share?>(nil)

    /// Holds the memory of the body as long as the call lasts.
    func hold(_ share: MemoryBudget.Share) { held.withLock { $0 = share } }

    var facts: Facts { noted.withLock { $0 } }

    func note(_ change: (inout Facts) -> Void) { noted.withLock { change(&$0) } }
}
