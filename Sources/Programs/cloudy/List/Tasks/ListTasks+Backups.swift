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
                .path("/proc/self/exe"), arguments: .init(arguments),
                output: .string(limit: 65_536), error: .discarded)
            // The backup ends with the list, and the next list makes it.
            if result.terminationStatus.isSuccess || Task.isCancelled { return nil }
            let answer = DailyBackupAnswer(reading: result.standardOutput)
            return answer?.problem ?? words(for: result.terminationStatus)
        } catch {
            return message(for: error)
        }
    }

    /// Returns the problem of a process that ended without an answer.
    private static func words(for end: TerminationStatus) -> String {
        let end =
            switch end {
            case .exited(let status): "ended with status \(status)"
            case .signaled(let signal): "was killed by signal \(signal)"
            }
        return "the process that makes it \(end). To make a backup now: cloudy backup"
    }
}
