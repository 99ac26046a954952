import SeededRandom

/// The probabilities of events in one world of documents. Each seed has its own.
struct DocumentProfile: Sendable {
    var devices = 2
    /// The number of notes and of files.
    var notes = 1
    /// For each note, the device that begins it before the others know it; `nil` if any device may.
    var beginners: [Int?] = []
    var files = 2
    var steps = 100
    var skews: [Int64] = []
    var pace: Int64 = 1000
    /// The number of steps that undo keeps.
    var undoSteps = 500
    /// The largest contents, in bytes, that each device fetches without a request.
    var fetched: [Int] = []
    /// Whether a machine may sleep for weeks in the middle of a call.
    var hasSleep = false
    var weights: [(kind: DocumentAction.Kind, weight: Int)] = []
    var totalWeight = 0

    init(_ random: inout SplitMix, for variant: DocumentVariant? = nil) {
        devices = 2 + random.below(2) + (random.chance(25) ? 1 : 0)
        notes = 1 + random.below(2)
        for _ in 0..<notes {
            let beginner = random.below(devices)
            // Notes that several devices begin at once are in conflict, and reveal little more.
            beginners.append(random.chance(90) ? beginner : nil)
        }
        files = 1 + random.below(3)
        steps = random.chance(80) ? 20 + random.below(50) : 80 + random.below(120)
        pace = [20, 2000, 90_000, 3_600_000][random.below(4)]
        undoSteps = random.chance(20) ? 1 + random.below(6) : 500
        hasSleep = random.chance(20)
        for _ in 0..<4 {
            skews.append([0, 0, 0, 900, -50_000, 3_600_000][random.below(6)])
            fetched.append([Int.max, Int.max, 30, 0][random.below(4)])
        }
        addPeople(&random)
        addMachines(&random)
        for (kind, weight) in variant?.troubles ?? [] { add(kind, weight) }
        totalWeight = weights.reduce(0) { $0 + $1.weight }
    }

    private mutating func add(_ kind: DocumentAction.Kind, _ weight: Int) {
        if weight > 0 { weights.append((kind, weight)) }
    }

    /// Adds an event in `percent` of the worlds.
    private mutating func maybe(
        _ kind: DocumentAction.Kind, _ percent: Int, upTo weight: Int, _ random: inout SplitMix
    ) {
        let isIn = random.chance(percent)
        let drawn = 1 + random.below(weight)
        if isIn { add(kind, drawn) }
    }

    private mutating func addPeople(_ random: inout SplitMix) {
        add(.note, 20 + random.below(60))
        add(.file, 10 + random.below(40))
        maybe(.openEditor, 50, upTo: 15, &random)
        // The judge can tell which lines must show only if nobody undoes changes of the note.
        if random.chance(60) {
            maybe(.restoreVersion, 30, upTo: 10, &random)
            maybe(.delete, 50, upTo: 15, &random)
            maybe(.undo, 60, upTo: 25, &random)
            maybe(.redo, 40, upTo: 12, &random)
            maybe(.purge, 20, upTo: 6, &random)
        }
        maybe(.drop, 40, upTo: 15, &random)
        maybe(.room, 30, upTo: 15, &random)
        maybe(.open, 50, upTo: 20, &random)
        maybe(.offline, 30, upTo: 10, &random)
    }

    private mutating func addMachines(_ random: inout SplitMix) {
        add(.sync, 30 + random.below(60))
        add(.exchange, 30 + random.below(60))
        add(.collect, 5 + random.below(25))
        add(.go, 60 + random.below(200))
        maybe(.lose, 50, upTo: 30, &random)
        maybe(.full, 30, upTo: 20, &random)
        maybe(.wrong, 30, upTo: 20, &random)
        maybe(.stale, 30, upTo: 20, &random)
        maybe(.kill, 40, upTo: 12, &random)
        maybe(.killAtWrite, 50, upTo: 20, &random)
        maybe(.diskFull, 30, upTo: 12, &random)
        maybe(.hours, 50, upTo: 20, &random)
        maybe(.away, 50, upTo: 12, &random)
        if random.chance(10) {
            add(.backup, 6)
            add(.restoreReplica, 4)
        }
    }
}

/// Chooses the next event, according to the seed's probabilities.
struct DocumentGenerator {
    private var random: SplitMix

    init(random: SplitMix) { self.random = random }

    mutating func next(in profile: DocumentProfile) -> DocumentAction {
        var drawn = random.below(profile.totalWeight)
        var kind = DocumentAction.Kind.go
        for (candidate, weight) in profile.weights {
            if drawn < weight {
                kind = candidate
                break
            }
            drawn -= weight
        }
        return DocumentAction(
            kind: kind, a: random.below(1000), b: random.below(1000), c: random.below(1000),
            elapsed: 1 + Int64(random.below(Int(profile.pace))))
    }
}
