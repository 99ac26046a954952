import Glibc

/// The seeds to try: one in everyday runs, and as many as `make disk SEEDS=…` asks for.
enum Seeds {
    static let all: ClosedRange<UInt64> = 1...max(1, wanted ?? 1)
    /// Whether to try everything, and not only as much as an everyday run has time for.
    static let isThorough = wanted != nil

    private static let wanted = getenv("CLOUDY_DISK").flatMap { UInt64(String(cString: $0)) }
}
