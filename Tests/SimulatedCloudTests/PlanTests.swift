import SimulatedCloud
import Testing

struct PlanTests {
    @Test func everyPartOfAPlanIsRead() throws {
        let plan = try CloudSimulation(
            "latency=2s,jitter=500ms,loss=10%,replyloss=5%,duplicates=1%,quota=1000,offline")
        #expect(
            plan
                == CloudSimulation(
                    latency: 2000, jitter: 500, loss: 10, replyLoss: 5, duplicates: 1, quota: 1000,
                    isOffline: true))
    }

    @Test func missingPartsHaveTheirDefaults() throws {
        #expect(try CloudSimulation("loss=10%") == CloudSimulation(loss: 10))
        #expect(try CloudSimulation("offline") == CloudSimulation(isOffline: true))
        #expect(CloudSimulation().description.isEmpty)
    }

    @Test(
        arguments: [
            ("latency=1.5s", 1500), ("latency=0s", 0), ("latency=0ms", 0), ("latency=0.001s", 1),
            ("latency=60s", 60_000), ("latency=60000ms", 60_000), (" latency = 20ms ", 20),
        ] as [(String, Int64)])
    func durationsHaveUnits(_ text: String, _ milliseconds: Int64) throws {
        #expect(try CloudSimulation(text).latency == milliseconds)
    }

    @Test(arguments: [("loss=0%", 0), ("loss=100%", 100), ("loss=0.5%", 0.5), ("loss=07%", 7)])
    func percentagesMayBeFractions(_ text: String, _ percent: Double) throws {
        #expect(try CloudSimulation(text).loss == percent)
    }

    @Test(arguments: [
        "latency=2s,jitter=500ms,loss=10%,replyloss=5%,duplicates=1%,quota=1000,offline",
        "latency=1500ms", "loss=0.5%", "loss=7%", "quota=0", "offline",
    ])
    func planIsPrintedAsItWasWritten(_ text: String) throws {
        #expect(try CloudSimulation(text).description == text)
    }

    @Test(
        arguments: [
            ("", .empty, ""), (" ", .empty, " "), (",", .empty, ","),
            ("loss=1%,", .empty, "loss=1%,"), (",offline", .empty, ",offline"),
            ("latncy=2s", .unknown, "latncy=2s"), ("loss=1%, on", .unknown, "on"),
            ("Latency=2s", .unknown, "Latency=2s"), ("=2s", .unknown, "=2s"),
            ("loss=1%;offline", .badPercentage, "loss=1%;offline"),
            ("loss=1%,loss=2%", .repeated, "loss=2%"), ("offline,offline", .repeated, "offline"),
            ("offline=yes", .unexpectedValue, "offline=yes"),
            ("offline=", .unexpectedValue, "offline="),
        ] as [(String, CloudSimulationError.Code, String)])
    func errorNamesTheBadPart(_ plan: String, _ code: CloudSimulationError.Code, _ part: String) {
        expectError(plan, code, part)
    }

    @Test(arguments: ["latency", "jitter"])
    func badDurationsAreRefused(_ name: String) {
        let values = [
            "", "2", "s", "ms", "2m", "2 s", "2S", "-2s", "+2s", "1e3ms", "0x1s", "nans", "infs",
            "1.s", ".5s", "1.5.5s", "1,5s", "61s", "60001ms", "60.001s", "2=s", "٢s",
            String(repeating: "9", count: 400) + "s",
        ]
        for value in values where !value.contains(",") {
            expectError("\(name)=\(value)", .badDuration, "\(name)=\(value)")
        }
        expectError(name, .badDuration, name)
    }

    @Test(arguments: ["loss", "replyloss", "duplicates"])
    func badPercentagesAreRefused(_ name: String) {
        for value in ["", "%", "10", "0.1", "101%", "100.5%", "-1%", "+1%", "1e1%", "nan%", "10%%"]
        {
            expectError("\(name)=\(value)", .badPercentage, "\(name)=\(value)")
        }
        expectError(name, .badPercentage, name)
    }

    @Test func badNumbersAreRefused() {
        for value in ["", "-1", "+1", "1.5", "1k", "ten", "99999999999999999999"] {
            expectError("quota=\(value)", .badNumber, "quota=\(value)")
        }
        expectError("quota", .badNumber, "quota")
    }

    @Test func messageNamesTheBadPartAndAllKnownParts() {
        let error = #expect(throws: CloudSimulationError.self) {
            try CloudSimulation("loss=10%,latency=2")
        }
        #expect(
            error?.description == """
                “latency=2” needs a duration of at most a minute, such as 2s or 500ms. Possible \
                are latency=2s, jitter=500ms, loss=10%, replyloss=5%, duplicates=1%, quota=1000 \
                and offline, separated by commas.
                """)
    }

    private func expectError(
        _ plan: String, _ code: CloudSimulationError.Code, _ part: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: CloudSimulationError.self, sourceLocation: location) {
            try CloudSimulation(plan)
        }
        #expect(error?.code == code, "\(plan)", sourceLocation: location)
        #expect(error?.part == part, sourceLocation: location)
    }
}
