import TestSupport
import Testing

/// Tests of the real program in real terminals, which mostly wait for other processes.
extension Trait where Self == OwnThread {
    static var endToEnd: Self { .ownThread }
}
