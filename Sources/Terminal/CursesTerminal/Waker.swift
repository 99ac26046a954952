import CNcurses

/// Wakes the loop on the main thread.
///
/// It is safe from any thread at any time, even after the terminal was closed. Several wakes before
/// the loop runs count as one.
public struct Waker: Sendable {
    /// Makes the running or the next `wait` return a `.wake`.
    public func wake() {
        cncurses_wake()
    }
}
