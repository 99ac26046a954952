import Testing

/// The programs are released together, and a newer program replaces an older agent. If a version
/// were forgotten, an old agent would keep running.
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
