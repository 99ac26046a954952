import Testing

/// Children inherit no descriptors. A program that keeps one end of a pipe or a socket open hides
/// that the other program has closed it.
struct DescriptorTests {
    private static let makers = ["pipe(&", "socketpair(AF_", "socket(AF_", "inotify_init1("]

    @Test(arguments: SwiftSource.all)
    func childrenInheritNoDescriptors(_ source: SwiftSource) {
        for (index, line) in source.code.enumerated() where makesDescriptor(line) {
            // The flag is in the call, in a constant above it, or set below it.
            let around = source.code[max(0, index - 5)...min(index + 8, source.code.count - 1)]
            #expect(
                around.contains { $0.contains("CLOEXEC") },
                "\(source):\(index + 1) makes a descriptor without CLOEXEC")
        }
    }

    private func makesDescriptor(_ line: Substring) -> Bool {
        Self.makers.contains(where: line.contains)
            || line.contains("accept(") && line.contains(", nil, nil)")
    }
}
