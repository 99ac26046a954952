import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import KeyValueStore
import Replication

struct StoreConflicts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Print the losing values where two devices set the same key at once.",
        discussion: """
            Tab-separated: key, number, field, the shown value, the other value, and the device \
            that set it; a table on a terminal. The field is empty for a whole value. The latest \
            value has the number 1. To choose: cloudy store settle. Example: cloudy store \
            conflicts --identifier org.example.notes
            """)

    @Argument(help: "The keys. Default: the whole store.")
    var keys: [String] = []

    @OptionGroup var store: StoreOptions
    @OptionGroup var format: StoreFormat
    @OptionGroup var paging: PagingOptions
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let desk = try StoreDesk(store, options)
            try desk.fetch()
            let all = try desk.device.store.conflicts(ofBookmarks: store.isOfTheBookmarks)
            let found = keys.isEmpty ? all : all.filter { keys.contains($0.key) }
            if format.json {
                say(JSON.lines(found.flatMap(objects)))
            } else {
                try paging.print(
                    TerminalTable.lines(
                        ["Key", "Number", "Field", "Shown", "Other", "Device"],
                        found.flatMap(rows)), options)
            }
            if found.isEmpty {
                explainEmpty(
                    keys.isEmpty ? "There are no conflicts." : "None of these keys has a conflict.",
                    json: format.json)
            }
            if found.isEmpty && !keys.isEmpty {
                throw ExitCode(.nothingFound)
            }
        }
    }

    private func rows(_ conflict: StoreConflict) -> [[String]] {
        conflict.latestFirst.enumerated().map { index, lost in
            let shown = conflict.shown(besides: lost).map(StoreValueText.plain) ?? ""
            let other = lost.value.map(StoreValueText.plain) ?? ""
            return [conflict.key, "\(index + 1)", lost.field, shown, other, lost.device]
        }
    }

    private func objects(_ conflict: StoreConflict) -> [String] {
        conflict.latestFirst.enumerated().map { index, lost in
            JSON.object([
                "device": JSON.string(lost.device), "field": JSON.string(lost.field),
                "key": JSON.string(conflict.key), "number": "\(index + 1)",
                "other": StoreFormat.value(lost.value),
                "set": JSON.number(Double(lost.stamp.milliseconds) / 1000),
                "shown": StoreFormat.value(conflict.shown(besides: lost)),
            ])
        }
    }
}

extension UbiquitousKeyValueStore {
    /// Returns the conflicts that a person can settle; in the store of the bookmarks, `cloudy
    /// settle` does not offer all lost values.
    func conflicts(ofBookmarks isOfBookmarks: Bool) throws -> [StoreConflict] {
        isOfBookmarks ? try conflicts(StoreConflict.settleableValues) : try conflicts()
    }
}

extension StoreConflict {
    /// The other values in the order of their numbers, as in `cloudy conflicts`.
    fileprivate var latestFirst: [SupersededValue] { lost.reversed() }

    /// Returns the shown value for one that lost: the whole value, or the field's.
    fileprivate func shown(besides lost: SupersededValue) -> PropertyListValue? {
        lost.field.isEmpty ? value : value.dictionary?[lost.field]
    }
}

extension StoreFormat {
    /// Returns a value with its type as JSON.
    fileprivate static func value(_ value: PropertyListValue?) -> String {
        guard let value else { return "null" }
        return JSON.object([
            "type": JSON.string(StoreValueText.type(of: value)),
            "value": StoreValueText.typed(value),
        ])
    }
}

struct StoreSettle: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle",
        abstract: "Choose between the values of a conflict.",
        discussion: """
            Keeps the shown value and drops the others; --take takes another value of one key \
            instead. If a key has no conflict, the exit status is 1. Examples: cloudy store settle \
            theme --identifier org.example.notes; cloudy store settle theme --take 1 --identifier \
            org.example.notes
            """)

    @Argument(help: "The keys.")
    var keys: [String]

    @Option(
        help: ArgumentHelp(
            "Take the value with this number in cloudy store conflicts.", valueName: "number"))
    var take: Int?

    @OptionGroup var store: StoreOptions
    @OptionGroup var format: StoreFormat
    @OptionGroup var options: HomeOptions

    func validate() throws {
        guard let take else { return }
        if keys.unique().count != 1 { throw ValidationError("--take works with one key only.") }
        if take < 1 { throw ValidationError("The numbers of values begin with 1.") }
    }

    func run() throws {
        try reportingErrors {
            try store.refuseWritingBookmarks()
            let desk = try StoreDesk(store, options)
            try desk.fetch()
            let keys = keys.unique()
            let conflicts = try keys.compactMap(desk.device.store.conflict)
            guard conflicts.count == keys.count else { throw endWithoutConflict(conflicts) }
            let lost = try take.map { number in
                guard let lost = conflicts.first?.latestFirst, number <= lost.count else {
                    throw endWithoutValue(number)
                }
                return lost[number - 1]
            }
            let settled = try desk.device.store.settle(keys, taking: lost)
            if settled.isEmpty { throw endWithoutConflict([]) }
            if format.json {
                say(JSON.object(["keys": JSON.array(settled.map(JSON.string))]))
            } else {
                say("Settled \(counted(settled.count, "key")).")
            }
            try desk.send()
        }
    }

    private func endWithoutConflict(_ conflicts: [StoreConflict]) -> ExitCode {
        let there = Set(conflicts.map(\.key))
        let missing = keys.unique().filter { !there.contains($0) }.map { "“\($0)”" }
        complain(
            "There is no conflict in \(missing.joined(separator: ", ")). Nothing was changed. To "
                + "see all conflicts: cloudy store conflicts --identifier "
                + store.identifier)
        return ExitCode(.nothingFound)
    }

    private func endWithoutValue(_ number: Int) -> ExitCode {
        complain(
            "There is no value \(number). To see the values: cloudy store conflicts \(keys[0]) "
                + "--identifier \(store.identifier)")
        return ExitCode(.nothingFound)
    }
}
