/// The header of a stream of events with the interval at which the server sends a heartbeat.
public enum Heartbeat {
    /// The name of the header. Servers without it send a heartbeat every 15 seconds.
    public static let field = "Cloudy-Heartbeat"

    /// Returns the value of the header, in seconds.
    public static func text(_ interval: Duration) -> String {
        "\(max(interval / .seconds(1), 0.001))"
    }

    /// Returns the interval in a header; `nil` unless it is from a millisecond to an hour.
    public static func interval(_ text: String) -> Duration? {
        Double(text).flatMap { (0.001...3600).contains($0) ? .seconds($0) : nil }
    }
}
