import Testing

/// The programs are released together, and an agent is replaced by a newer one: a version that was
/// forgotten would leave an old agent at work.
struct VersionTests {
    private static let programs = [
        "cloudy/Shell/Cloudy.swift", "cloudyd/Cloudyd.swift", "cloudy-agent/CloudyAgent.swift",
        "cloudy-serve/CloudyServe.swift",
    ]

    @Test func allProgramsHaveOneVersion() throws {
        let versions = try Self.programs.map { path in
            let source = try contents(of: "Sources/Programs/" + path)
            return try #require(source.firstMatch(of: /\bversion: "([0-9.]+)"/)?.1, "\(path)")
        }
        #expect(Set(versions).count == 1)
        let agent = try contents(of: "Sources/Core/AgentMessages/AgentConversation.swift")
        let known = agent.firstMatch(of: /static let version = "([0-9.]+)-\d+"/)?.1
        #expect(known == versions[0])
    }
}
