import Simulator

/// The options given to `simulate`, for one kind of worlds.
struct Command<W: Worlds> {
    var seeds: ClosedRange<UInt64> = 1...10_000
    var seed: UInt64?
    var isTrace = false
    var listsVariants = false
    var isSurvey = false
    var variant: W.Mistake?

    static var usage: String {
        """
        simulate [--seeds N] [--from N]   run so many seeds, on all cores
        simulate --seed N [--trace]       run one seed; shrink it when it fails, or print it
        simulate --survey [--seeds N]     run all seeds, and count the failures of each kind
        simulate --seed N --variant K     the same with the wrong protocol number K of the table
        simulate --variants [--seeds N]   how often protocols that are wrong are noticed
        simulate --documents …            the same with worlds of documents
        """
    }

    static func run(_ arguments: [String]) async -> Int32 {
        guard let command = Command(arguments) else {
            say(usage + "\n")
            return 2
        }
        if command.listsVariants { return await command.printVariants() }
        if command.isSurvey { return command.survey() }
        if let seed = command.seed { return command.runOne(seed) }
        return await command.runAll()
    }

    init?(_ arguments: [String]) {
        var rest = arguments[...]
        var (count, from) = (UInt64(10_000), UInt64(1))
        var isCounted = false
        while let option = rest.popFirst() {
            switch option {
            case "--trace": isTrace = true
            case "--variants": listsVariants = true
            case "--survey": isSurvey = true
            case "--variant":
                let all = Array(W.Mistake.allCases)
                guard let number = rest.popFirst().flatMap({ Int($0) }),
                    all.indices.contains(number - 1)
                else { return nil }
                variant = all[number - 1]
            case "--seed", "--seeds", "--from":
                guard let number = rest.popFirst().flatMap({ UInt64($0) }) else { return nil }
                if option == "--seed" { seed = number }
                if option == "--seeds" {
                    count = number
                    isCounted = true
                }
                if option == "--from" { from = number }
            default: return nil
            }
        }
        if listsVariants, !isCounted { count = 2000 }
        guard count > 0 else { return nil }
        seeds = from...(from &+ count &- 1)
    }

    private func runOne(_ seed: UInt64) -> Int32 {
        let outcome =
            variant == nil
            ? W.runTwice(seed: seed) : W.run(seed: seed, variant: variant)
        if isTrace {
            let lines = W.run(seed: seed, variant: variant, isVerbose: true).lines
            for line in lines { print(line) }
        }
        if let violation = outcome.violation {
            report(seed, violation, outcome.history)
            return 1
        }
        print("seed \(seed): sound, trace \(String(outcome.hash, radix: 16))")
        return 0
    }

    func report(_ seed: UInt64, _ violation: Violation, _ history: [W.Event]) {
        print("seed \(seed): \(violation)")
        let shrunk = W.shrink(
            history, seed: seed, invariant: violation.invariant, variant: variant)
        print("A history of \(shrunk.count) instead of \(history.count) that fails alike:")
        let replayed = W.replay(shrunk, seed: seed, variant: variant, isVerbose: true)
        for line in replayed.lines { print(line) }
        if let violation = replayed.violation { print(violation) }
        let isDocuments = W.self == DocumentSimulation.self
        print(
            "To see it again: make simulate SEED=\(seed)"
                + (isDocuments ? " ARGS=--documents" : ""))
    }
}
