import Replication

extension DocumentVersion {
    /// Returns the labels after the conflict marks: the devices of the versions and, if one device
    /// wrote several, their times. The times are in UTC, so that any device writes the same labels.
    static func labels(_ versions: [DocumentVersion]) -> [String] {
        let devices = versions.map(\.device)
        if Set(devices).count == devices.count { return devices }
        let moments = versions.map { Int64(($0.made * 1000).rounded()) }
        let areApart = Set(moments.map { $0 / 1000 }).count == moments.count
        return zip(devices, moments).map { device, moment in
            "\(device), \(utc(moment, withMilliseconds: !areApart))"
        }
    }

    /// Returns a time as `2026-11-27 14:02:03 UTC`, given in milliseconds since 1970.
    private static func utc(_ milliseconds: Int64, withMilliseconds: Bool) -> String {
        let moment = max(0, milliseconds)
        let time = CalendarTime(Double(moment / 1000))
        let fraction =
            withMilliseconds ? "." + CalendarTime.padded(Int(moment % 1000), 3) : ""
        return "\(time.date) \(time.clock)\(fraction) UTC"
    }
}
