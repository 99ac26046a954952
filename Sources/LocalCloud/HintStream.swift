import Dispatch
import FileCoordination
import Synchronization

/// A stream with an element for every ring of a doorbell, and one when `peek`, which is called
/// every `interval` milliseconds, shows another state than before.
///
/// Ends when its task is cancelled or the doorbell goes away.
func hintStream(
    of doorbell: Doorbell, every interval: Int = 2000, peek: @escaping @Sendable () -> CloudState?
) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let rings = doorbell.rings()
    let ringing = Task {
        for await _ in rings { continuation.yield() }
        continuation.finish()
    }
    let net = SlowNet(interval: interval, peek: peek) { continuation.yield() }
    continuation.onTermination = { @Sendable _ in
        ringing.cancel()
        net.cancel()
    }
    return stream
}

/// Looks now and then whether something has changed without a ring.
private final class SlowNet: Sendable {
    private let timer: Mutex<(any DispatchSourceTimer)?>

    init(
        interval: Int, peek: @escaping @Sendable () -> CloudState?,
        wake: @escaping @Sendable () -> Void
    ) {
        let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        let last = LastState(peek())
        timer.schedule(
            deadline: .now() + .milliseconds(interval), repeating: .milliseconds(interval),
            leeway: .milliseconds(interval / 4))
        timer.setEventHandler { @Sendable in
            if let state = peek(), last.isNews(state) { wake() }
        }
        timer.activate()
        self.timer = Mutex(timer)
    }

    func cancel() {
        timer.withLock { timer in
            timer?.cancel()
            timer = nil
        }
    }
}

private final class LastState: Sendable {
    private let state: Mutex<CloudState?>

    init(_ state: CloudState?) { self.state = Mutex(state) }

    func isNews(_ state: CloudState) -> Bool {
        self.state.withLock { last in
            defer { last = state }
            return last?.epoch != state.epoch || last?.head != state.head
        }
    }
}
