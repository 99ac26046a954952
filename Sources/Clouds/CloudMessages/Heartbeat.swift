/// How often a server says on a stream of events that it lives, in a header of the stream.
public enum Heartbeat {
    /// The name of the header. Servers before it say something every 15 seconds.
    public static let field = "Cloudy-Heartbeat"

    /// The value of the header: seconds.
    public static func text(_ interval: Duration) -> String {
        "\(max(interval / .seconds(1), 0.001))"
    }

    /// The interval that a header tells; nil for any but a time from a millisecond to an hour.
    public static func interval(_ text: String) -> Duration? {
        Double(text).flatMap { (0.001...3600).contains($0) ? .seconds($0) : nil }
    }
}
