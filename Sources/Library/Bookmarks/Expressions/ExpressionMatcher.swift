import CPCRE2
import Glibc

/// The number of steps that the expressions of one query may take over all bookmarks together.
///
/// PCRE2 backtracks, so that some expressions take exponentially long. Its own limit starts over
/// for each text; a hostile expression that stays below it would still take minutes over 100,000
/// bookmarks.
struct StepAllowance {
    /// The steps that are left. A step takes about ten nanoseconds.
    fileprivate(set) var steps: Int

    init(steps: Int = 10_000_000) {
        self.steps = steps
    }

    /// The steps added for each text. Ordinary expressions take fewer, so a longer list needs no
    /// larger initial allowance.
    fileprivate static let stepsPerText = 32
}

/// A compiled PCRE2 expression. Compiling one takes some microseconds.
final class ExpressionMatcher {
    /// The progress of a match.
    private struct Progress {
        var steps: Int
        var place: Int
        let weight: Int
    }

    private let expression: Expression
    /// The compiled expression; `nil` if the expression is too large.
    private let code: OpaquePointer?
    private let data: OpaquePointer?
    private let context: OpaquePointer?
    private let progress: UnsafeMutablePointer<Progress>
    /// The bytes of ``Expression/requiredTexts``, joined, and the end of each text. Not arrays,
    /// whose references would be counted for each text that is searched.
    private let required: UnsafeMutableBufferPointer<UInt8>
    private let requiredEnds: UnsafeMutableBufferPointer<Int>

    init(_ expression: Expression) {
        self.expression = expression
        let texts = expression.requiredTexts
        required = .allocate(capacity: texts.reduce(0) { $0 + $1.utf8.count })
        _ = required.initialize(from: texts.flatMap(\.utf8))
        requiredEnds = .allocate(capacity: texts.count)
        var end = 0
        for (index, text) in texts.enumerated() {
            end += text.utf8.count
            requiredEnds.initializeElement(at: index, to: end)
        }
        let source = Array(expression.source.utf8)
        var (error, place): (Int32, Int) = (0, 0)
        code = pcre2_compile_8(source, source.count, Self.options, &error, &place, nil)
        data = pcre2_match_data_create_8(1, nil)
        context = pcre2_match_context_create_8(nil)
        progress = .allocate(capacity: 1)
        progress.initialize(to: Progress(steps: 0, place: 0, weight: expression.weight))
        // In KiB. A match that needs more memory has gone astray.
        pcre2_set_heap_limit_8(context, 64 << 10)
        pcre2_set_callout_8(context, Self.countStep, progress)
    }

    deinit {
        pcre2_code_free_8(code)
        pcre2_match_data_free_8(data)
        pcre2_match_context_free_8(context)
        progress.deallocate()
        required.deallocate()
        requiredEnds.deallocate()
    }

    /// Whether the expression is too large to compile.
    var isTooLarge: Bool { code == nil }

    private static let options =
        PCRE2_UTF | PCRE2_UCP | PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C
        | PCRE2_AUTO_CALLOUT

    /// Counts a step; PCRE2 calls it before each part of the expression that it tries. A part that
    /// repeats a character moves any distance in one step, so the distance counts, too.
    private static let countStep:
        @convention(c) (UnsafeMutablePointer<pcre2_callout_block_8>?, UnsafeMutableRawPointer?) ->
            Int32 = { block, data in
                guard let block, let data else { return PCRE2_ERROR_CALLOUT }
                let progress = data.assumingMemoryBound(to: Progress.self)
                let place = block.pointee.current_position
                let way = max(0, place - progress.pointee.place)
                progress.pointee.place = place
                progress.pointee.steps -= (1 + way / 16) * progress.pointee.weight
                return progress.pointee.steps < 0 ? PCRE2_ERROR_CALLOUT : 0
            }

    /// Returns the range in bytes of the first match in folded text, at or after an offset.
    func first(
        in text: UnsafeRawBufferPointer, from offset: Int = 0, _ allowance: inout StepAllowance
    ) throws(CostlyExpression) -> Range<Int>? {
        progress.pointee.steps = allowance.steps + StepAllowance.stepsPerText
        progress.pointee.place = offset
        let answer = pcre2_match_8(
            code, text.baseAddress?.assumingMemoryBound(to: UInt8.self), text.count, offset,
            PCRE2_NO_UTF_CHECK, data, context)
        allowance.steps = progress.pointee.steps
        if answer == PCRE2_ERROR_NOMATCH { return nil }
        guard answer >= 0, let ends = pcre2_get_ovector_pointer_8(data) else {
            throw CostlyExpression(expression)
        }
        return ends[0]..<ends[1]
    }

    /// Whether the expression matches one of several folded texts. Each text ends with the byte
    /// ``SearchArena/tagStart``, and the last one with 0.
    func isFound(
        inOneOf texts: UnsafeRawBufferPointer, _ allowance: inout StepAllowance
    ) throws(CostlyExpression) -> Bool {
        guard hasRequired(texts), let base = texts.baseAddress else { return false }
        let end = texts.count - 1
        var start = 0
        while start <= end {
            let tag = memchr(base + start, Int32(SearchArena.tagStart), end - start)
            let next = tag.map { UnsafeRawPointer($0) - base } ?? end
            let text = UnsafeRawBufferPointer(start: base + start, count: next - start)
            if try first(in: text, &allowance) != nil { return true }
            start = next + 1
        }
        return false
    }

    /// Whether the texts that every match contains are present, in order. This is cheaper than
    /// running PCRE2.
    private func hasRequired(_ texts: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        var start = 0
        for end in requiredEnds {
            let text = UnsafeRawBufferPointer(
                rebasing: UnsafeRawBufferPointer(required)[start..<end])
            guard let place = SearchArena.find(text, in: texts, from: offset) else { return false }
            offset = place + text.count
            start = end
        }
        return true
    }
}
