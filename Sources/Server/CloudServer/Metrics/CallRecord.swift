import HTTPService
import Replication
import Synchronization

/// The facts found about a call while it is answered, for metrics and logs.
final class CallRecord: Sendable {
    struct Facts {
        var account: String?
        var token: Access.TokenLabel?
        /// The code of the error that it was answered with.
        var code: String?
        /// The outcome of its changes.
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

    /// Holds the room of the body for as long as the call lasts.
    func hold(_ share: MemoryBudget.Share) { held.withLock { $0 = share } }

    var facts: Facts { noted.withLock { $0 } }

    func note(_ change: (inout Facts) -> Void) { noted.withLock { change(&$0) } }
}
