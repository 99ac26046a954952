import Glibc
public import Testing

/// Lets tests write to a program that has ended, as `cloudy` itself does.
///
/// The signal would end all tests otherwise. Programs that a test starts get the usual meaning of
/// it, since a handler does not outlive `exec`.
public struct BrokenPipes: SuiteTrait, TestScoping {
    public func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        signal(SIGPIPE) { _ in }
        try await function()
    }
}

extension Trait where Self == BrokenPipes {
    /// Writing to a program that has ended is an error, and ends no tests.
    public static var brokenPipes: Self { BrokenPipes() }
}
