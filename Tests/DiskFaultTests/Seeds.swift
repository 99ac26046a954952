import Glibc

/// How many seeds are tried: one every day, and as many as `make disk SEEDS=…` says.
enum Seeds {
    static let all: ClosedRange<UInt64> = 1...max(1, wanted ?? 1)
    /// Whether all is tried, and not only what there is time for every day.
    static let isThorough = wanted != nil

    private static let wanted = getenv("CLOUDY_DISK").flatMap { UInt64(String(cString: $0)) }
}
