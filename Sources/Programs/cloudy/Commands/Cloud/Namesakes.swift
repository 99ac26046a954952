import BookmarkLibrary
import DeviceStore
import FileCoordination
import Replication

/// Devices with the same name: two machines with the same host name, or one that was set up again.
enum Namesakes {
    /// Returns the names that several devices have, and the numbers of these devices.
    static func counted(in replicas: [RegisteredReplica]) -> [(name: String, count: Int)] {
        Dictionary(grouping: replicas, by: \.device).filter { $0.value.count > 1 }
            .map { ($0.key, $0.value.count) }.sorted { $0.name < $1.name }
    }

    /// Reports on standard error that another device of the account has the name of this one.
    static func tell(_ home: Home) {
        guard let own = try? home.device.actor(),
            let replicas = try? CloudReplicas(home: home).list().replicas
        else { return }
        let others = replicas.filter {
            $0.actor != own && $0.device.utf8.elementsEqual(home.location.device.utf8)
        }
        guard let last = others.max(by: { $0.seen < $1.seen }) else { return }
        let seen = LocalTime.text(Double(last.seen) / 1000, as: "%Y-%m-%d %H:%M")
        complain(
            "Another device there is also called \(home.location.device): \(last.actor), last seen "
                + "\(seen). If that is this machine before a reinstall, or before it left: cloudy "
                + "cloud devices retire \(last.actor). If it is another machine, give this "
                + "one its own name with CLOUDY_DEVICE or --device NAME.")
    }
}
