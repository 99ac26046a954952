/// Hosts with links to request, in a binary heap: the host that may be tried first is in front. Of
/// equal times, the first to arrive goes first.
struct WaitingHosts: Sendable {
    private struct Entry {
        var time: Double
        var number: Int
        var host: Int

        func isBefore(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
    }

    private var entries: [Entry] = []
    private var count = 0

    var first: (host: Int, time: Double)? { entries.first.map { ($0.host, $0.time) } }

    mutating func add(_ host: Int, until time: Double) {
        entries.append(Entry(time: time, number: count, host: host))
        count += 1
        var place = entries.count - 1
        while place > 0, entries[place].isBefore(entries[(place - 1) / 2]) {
            entries.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func removeFirst() {
        guard let last = entries.popLast(), !entries.isEmpty else { return }
        entries[0] = last
        var place = 0
        while true {
            let children = [2 * place + 1, 2 * place + 2].filter { $0 < entries.count }
            let least = children.min { entries[$0].isBefore(entries[$1]) }
            guard let least, entries[least].isBefore(entries[place]) else { return }
            entries.swapAt(least, place)
            place = least
        }
    }
}
