import TestSupport
import Testing

/// Tests that wait for something outside run on threads of their own, so that they do not hold up
/// others.
@Suite(.ownThread) struct OwnThreadTests {
    private static let waiting = [
        "wait(for:", "wait {", "Command(", "withScratchHome", "Etcd(", "usleep(", "poll(", "flock(",
    ]

    @Test(arguments: SwiftSource.all.filter { $0.path.hasPrefix("Tests/") })
    func suitesThatWaitHaveTheOwnThreadTrait(_ source: SwiftSource) {
        guard source.code.contains(where: { $0.contains("@Suite") }) else { return }
        for (index, line) in source.code.enumerated() {
            for word in Self.waiting where line.contains(word) {
                let has = source.code.contains {
                    $0.contains(".ownThread") || $0.contains(".endToEnd")
                }
                #expect(
                    has, "\(source):\(index + 1) waits with \(word), so its suite needs .ownThread")
            }
        }
    }
}
