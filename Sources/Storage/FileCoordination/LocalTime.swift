import Glibc

/// Times on the clock of this machine, in its time zone.
public enum LocalTime {
    /// Returns a time in seconds since 1970, in a `strftime` format; empty if the number is not a
    /// valid time.
    public static func text(_ seconds: Double, as form: String = "%Y-%m-%d %H:%M:%S") -> String {
        guard var time = time_t(exactly: seconds.rounded(.down)) else { return "" }
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return "" }
        var buffer = [CChar](repeating: 0, count: 64)
        let count = strftime(&buffer, buffer.count, form, &parts)
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns the current time, in a `strftime` format.
    public static func now(as form: String) -> String { text(Double(time(nil)), as: form) }

    /// The current offset of the clock from UTC, in seconds.
    public static var offset: Int {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        return parts.tm_gmtoff
    }
}
