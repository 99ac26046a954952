import DeviceStore

extension ListSession {
    /// Seconds since 1970.
    static func now() -> Double { Double(DeviceStore.milliseconds()) / 1000 }
}
