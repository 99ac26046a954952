import DeviceStore
import Glibc

extension ListSession {
    /// Seconds since 1970.
    static func now() -> Double { Double(DeviceStore.milliseconds()) / 1000 }

    /// Seconds east of UTC.
    static func utcOffset() -> Int {
        var seconds = time(nil)
        var local = tm()
        localtime_r(&seconds, &local)
        return local.tm_gmtoff
    }
}
