import Foundation
import UbiquitousStore

// All code but StoreConfiguration is the same as for Apple's class.

/// Shows, sets and watches the preferences that Cloudy shares with other programs.
@main
struct RoundTrip {
    static let usage = """
        roundtrip                     print the preferences
        roundtrip set KEY VALUE       set one
        roundtrip remove KEY          remove one
        roundtrip watch [--seconds N] print each change from outside as it arrives

        """

    static func main() {
        // Replaces the entitlement com.apple.developer.ubiquity-kvstore-identifier of Apple's
        // systems. The environment variable overrides it.
        if ProcessInfo.processInfo.environment["UBIQUITY_KVSTORE_IDENTIFIER"] ?? "" == "" {
            StoreConfiguration.standard.identifier = "cloudy.preferences"
        }
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case (nil, _): printAll()
        case ("set", 3): set(arguments[2], forKey: arguments[1])
        case ("remove", 2): set(nil, forKey: arguments[1])
        case ("watch", 1): watch(seconds: nil)
        case ("watch", 3) where arguments[1] == "--seconds":
            guard let seconds = Double(arguments[2]) else { return fail(usage, status: 64) }
            watch(seconds: seconds)
        default: fail(usage, status: 64)
        }
    }

    static func printAll() {
        for (key, value) in NSUbiquitousKeyValueStore.default.dictionaryRepresentation.sorted(
            by: { $0.key < $1.key })
        {
            write("\(key)\t\(value)\n")
        }
    }

    static func set(_ value: String?, forKey key: String) {
        let store = NSUbiquitousKeyValueStore.default
        store.set(value, forKey: key)
        guard store.synchronize(), store.string(forKey: key) == value else {
            return fail("\(key) was not changed.\n", status: 1)
        }
    }

    static func watch(seconds: Double?) {
        let store = NSUbiquitousKeyValueStore.default
        let observer = NotificationCenter.default.addObserver(
            forName: NSUbiquitousKeyValueStore.didChangeExternallyNotification, object: store,
            queue: .main, using: printChange)
        guard store.synchronize() else { return fail("There is nothing to watch.\n", status: 1) }
        printAll()
        write("watching\n")
        // Dispatch sources replace the default action of the signals.
        let signals = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { exit(0) }
            source.resume()
            return source
        }
        if let seconds {
            DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { exit(0) }
        }
        withExtendedLifetime((observer, signals)) { dispatchMain() }
    }

    @Sendable static func printChange(_ notification: Notification) {
        guard let store = notification.object as? NSUbiquitousKeyValueStore,
            let reason = notification.userInfo?[NSUbiquitousKeyValueStoreChangeReasonKey] as? Int,
            let keys = notification.userInfo?[NSUbiquitousKeyValueStoreChangedKeysKey] as? [String]
        else { return }
        let name =
            switch reason {
            case NSUbiquitousKeyValueStoreServerChange: "server change"
            case NSUbiquitousKeyValueStoreInitialSyncChange: "initial sync"
            case NSUbiquitousKeyValueStoreQuotaViolationChange: "quota violation"
            case NSUbiquitousKeyValueStoreAccountChange: "account change"
            default: "reason \(reason)"
            }
        let values = keys.map { "\($0)=\(store.object(forKey: $0) ?? "(none)")" }
        write("\(name): \(values.joined(separator: " "))\n")
    }

    /// Writes to standard output without buffering: a pipe would hold text back.
    static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    static func fail(_ message: String, status: Int32) {
        FileHandle.standardError.write(Data(message.utf8))
        exit(status)
    }
}
