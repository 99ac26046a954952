import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import Glibc
import Synchronization

/// Prints transfers, and a line for each change, until a signal comes or the reader is gone.
struct TransferWatch {
    private let home: Home
    private let printsJSON: Bool

    init(_ home: Home, printsJSON: Bool) {
        self.home = home
        self.printsJSON = printsJSON
    }

    func run(from transfers: [Transfer]) throws {
        let box = WatchBox()
        let latest = Latest()
        var last: [Transfer] = []
        tell(transfers, after: &last)
        Signals.noting([SIGINT, SIGTERM, SIGHUP], waker: box.waker) {
            let task = Task.detached { [home] in
                await home.followTransfers(after: transfers) { now, _ in
                    latest.add(now)
                    box.post(.ring)
                }
            }
            defer { task.cancel() }
            while !OutputFailure.hasOccurred, box.next(orClosed: STDOUT_FILENO) != nil {
                for now in latest.take() { tell(now, after: &last) }
            }
        }
        if let signal = Signals.latest { throw ExitCode(128 + signal) }
    }

    /// The latest reports that were not printed yet.
    private final class Latest: Sendable {
        private let all = Mutex<[[Transfer]]>([])

        /// A report in which only the progress is new replaces the one before it: the reader of a
        /// pipe may be stopped for long.
        func add(_ one: [Transfer]) {
            all.withLock { all in
                let isProgress =
                    all.last?.count == one.count
                    && zip(all.last ?? [], one).allSatisfy {
                        $0.isSame(as: $1) && $0.state == $1.state
                    }
                if isProgress { all.removeLast() }
                all.append(one)
            }
        }

        func take() -> [[Transfer]] {
            all.withLock { all in
                defer { all = [] }
                return all
            }
        }
    }

    private func tell(_ now: [Transfer], after last: inout [Transfer]) {
        for transfer in last where !now.contains(where: { $0.isSame(as: transfer) }) {
            var ended = transfer
            let isDone = (try? isDone(transfer)) == true
            if isDone { ended.done = ended.total }
            print(ended, isDone ? "done" : "canceled")
        }
        for transfer in now where !last.contains(transfer) {
            print(transfer, transfer.state.rawValue)
        }
        last = now
    }

    private func isDone(_ transfer: Transfer) throws -> Bool {
        switch transfer.direction {
        case .up: try home.sentContents().contains(transfer.content)
        case .down: home.contents.contains(transfer.content)
        }
    }

    private func print(_ transfer: Transfer, _ state: String) {
        say(
            printsJSON
                ? Self.object(transfer, state)
                : Self.row(transfer, state).map(harmless).joined(separator: "\t"))
    }

    static func row(_ transfer: Transfer, _ state: String) -> [String] {
        [
            transfer.document, transfer.direction.rawValue, byteCount(transfer.done),
            byteCount(transfer.total), state, transfer.bookmark, transfer.name,
        ]
    }

    static func object(_ transfer: Transfer, _ state: String) -> String {
        JSON.object([
            "direction": JSON.string(transfer.direction.rawValue),
            "document": JSON.string(transfer.document),
            "bookmark": JSON.string(transfer.bookmark), "name": JSON.string(transfer.name),
            "content": JSON.string(transfer.content.description), "done": "\(transfer.done)",
            "total": "\(transfer.total)", "state": JSON.string(state),
            "reason": transfer.reason.isEmpty ? "null" : JSON.string(transfer.reason),
        ])
    }
}
