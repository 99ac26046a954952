import Foundation
import UbiquitousStore

/// Shares a club's files among all members, and sends and fetches them with progress, pause and
/// cancel.
@main
struct Club {
    static let help = """
        list                 list all files
        put FILE             send a file
        get NAME FILE        fetch a file
        pause N, resume N    pause or resume a transfer, by its number
        cancel N             cancel a transfer
        drop NAME            remove a file from this device, not from the cloud
        delete NAME          delete a file on all devices
        wait                 wait until no transfer is running
        quit                 end; unfinished transfers keep what has arrived
        """

    static func main() async {
        // Replaces the entitlement of Apple's systems.
        if ProcessInfo.processInfo.environment["UBIQUITY_KVSTORE_IDENTIFIER"] ?? "" == "" {
            StoreConfiguration.standard.identifier = "org.example.club"
        }
        guard FileManager.default.url(forUbiquityContainerIdentifier: nil) != nil else { exit(1) }
        let desk = Desk()
        await desk.start()
        for await line in lines() {
            let words = line.split(separator: " ").map(String.init)
            guard let command = words.first else { continue }
            if command == "quit" { break }
            await desk.perform(command, Array(words.dropFirst()))
        }
        exit(0)
    }

    /// Returns the lines of standard input as they are typed.
    static func lines() -> AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }

    /// Writes to standard output without buffering: a pipe would hold lines back.
    static func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
