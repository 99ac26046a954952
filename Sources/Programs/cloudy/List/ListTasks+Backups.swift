import BookmarkLibrary
import BookmarksUI
import Subprocess
import SystemPackage

extension ListTasks {
    /// Makes the daily backup while the list is open, beginning once the list is ready.
    static func makeBackups(_ home: Home, _ mailbox: Mailbox) async {
        var told = ""
        var pause = Duration.seconds(10)
        while (try? await Task.sleep(for: pause)) != nil {
            pause = .seconds(1800)
            guard let reason = await reasonForNoBackup(home) else { continue }
            // A full disk stays full for hours.
            if reason == told { continue }
            told = reason
            mailbox.say(.warning, "Today's backup was not made: \(reason)")
        }
    }

    /// Lets another process make today's backup, if there is none: it reads everything, and in this
    /// process, keys would wait for it. Returns the problem, if any.
    private static func reasonForNoBackup(_ home: Home) async -> String? {
        do {
            guard let arguments = try argumentsOfDailyBackup(home, isForced: true) else {
                return nil
            }
            let result = try await Subprocess.run(
                .path("/proc/self/exe"), arguments: .init(arguments), output: .discarded,
                error: .string(limit: 4096))
            // The backup ends with the list, and the next list makes it.
            if result.terminationStatus.isSuccess || Task.isCancelled { return nil }
            return result.standardError.withoutProgramName
        } catch {
            return message(for: error)
        }
    }
}

extension String {
    /// The message of a child process without the program's name, in one line.
    fileprivate var withoutProgramName: String {
        let text = hasPrefix("cloudy: ") ? String(dropFirst(8)) : self
        return text.split(separator: "\n").joined(separator: " ")
    }
}
