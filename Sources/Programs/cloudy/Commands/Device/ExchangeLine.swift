import Bookmarks
import DeviceStore
import Dispatch
import KeyValueStore

/// The line on a terminal while a command waits for a sync by this process or another one: the
/// current step, and the number of unsent edits.
final class ExchangeLine {
    private let device: DeviceStore
    private let line = ProgressLine()
    /// The text shown until a decision about held deletions is carried out.
    private let deciding: String
    private var most = 0
    private var last: Int?

    init(_ device: DeviceStore, deciding: String = "") {
        self.device = device
        self.deciding = deciding
    }

    /// Shows the progress. Returns whether fewer edits are unsent than at the last call.
    @discardableResult
    func follow() -> Bool {
        guard let state = try? device.syncState() else { return false }
        defer { last = state.unsent }
        most = max(most, state.unsent)
        if state.isSettling, !deciding.isEmpty {
            line.show(deciding)
        } else if state.unsent > 0 {
            line.show("Sending \(grouped(most - state.unsent)) of \(grouped(most)) edits")
        } else {
            line.show("Asking the cloud for changes…")
        }
        return last.map { state.unsent < $0 } ?? false
    }

    func end() { line.end() }
}

/// Waits for a sync to end, like the other `waitFor`, and shows its progress on the terminal. The
/// limit of `seconds` starts again whenever something was sent.
func waitFor<R: Sendable>(
    _ line: ExchangeLine, seconds: Int? = nil, _ work: @escaping @Sendable () async throws -> R
) throws -> R {
    defer { line.end() }
    let work = AwaitedWork(work)
    let clock = ContinuousClock()
    var last = clock.now
    while true {
        if let result = work.result(until: .now() + .milliseconds(100)) { return try result.get() }
        if line.follow() { last = clock.now }
        guard let seconds, clock.now - last >= .seconds(seconds) else { continue }
        work.cancel()
        throw TookTooLong(seconds: seconds)
    }
}
