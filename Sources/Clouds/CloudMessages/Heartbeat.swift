/// The header of a stream of events that says how often the server sends a sign of life.
public enum Heartbeat {
    /// The name of the header. Servers without it send a sign of life every 15 seconds.
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
