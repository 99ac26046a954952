import TestSupport
import Testing

/// Tests with the real program in real terminals, which wait for other processes all the time.
extension Trait where Self == OwnThread {
    static var endToEnd: Self { .ownThread }
}
