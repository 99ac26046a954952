import Foundation
import UbiquitousStore

/// Shares notes among all devices: one program per device, with lines as input and output.
@main
struct Notes {
    static let help = """
        list             list all notes
        new NAME         create a note
        open NAME        open a note; it follows what other devices save
        show             print it
        add TEXT         add a line, which is saved by itself
        undo, redo       undo or redo one change
        save             keep a version now
        versions         list all versions, with their numbers
        show-version N   print one
        restore N        make one the latest again
        resolve N        settle a conflict with one
        close            save the note and close it
        delete NAME      delete a note on all devices
        quit             save, send and end
        """

    static func main() async {
        // Replaces the entitlement of Apple's systems.
        if ProcessInfo.processInfo.environment["UBIQUITY_KVSTORE_IDENTIFIER"] ?? "" == "" {
            StoreConfiguration.standard.identifier = "org.example.notes"
        }
        guard let url = FileManager.default.url(forUbiquityContainerIdentifier: nil) else {
            exit(1)
        }
        let session = Session(folder: url.appendingPathComponent("Documents"))
        await session.start()
        for await line in lines() {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard let command = words.first else { continue }
            if command == "quit" { break }
            await session.perform(command, words.count > 1 ? words[1] : "")
        }
        exit(await session.end() ? 0 : 1)
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
