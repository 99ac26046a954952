import CNcurses

/// Tells the loop on the main thread that there is news.
///
/// It is safe from any thread at any time, also after the terminal was closed. Many wakes before
/// the loop looks are one.
public struct Waker: Sendable {
    /// Makes a running or the next `wait` return a `.wake`.
    public func wake() {
        cncurses_wake()
    }
}
