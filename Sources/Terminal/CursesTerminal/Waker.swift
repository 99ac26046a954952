import CNcurses

/// Wakes the loop on the main thread.
///
/// It is safe from any thread at any time, also after the terminal was closed. Many wakes before
/// the loop looks are one.
public struct Waker: Sendable {
    /// Makes a running or the next `wait` return a `.wake`.
    public func wake() {
        cncurses_wake()
    }
}
