import CNcurses
import Glibc
public import Screen

/// The terminal the program was started in, taken over to show canvases and to read keys.
///
/// There is only one at a time, and only the thread that opened it may use it, because ncurses is
/// not thread-safe. From the moment it is open until `close`, nothing else may write to the
/// terminal; standard error is captured and shown at the end. However the program ends, short of
/// SIGKILL, the terminal is as it was before.
public final class CursesTerminal {
    /// Whether to use color.
    public enum ColorMode: Sendable, Hashable {
        /// If the terminal has color and NO_COLOR is not set, or empty.
        case auto
        /// If the terminal has color.
        case always
        /// Never.
        case never
    }

    /// The options for opening the terminal.
    public struct Options: Sendable, Hashable {
        /// Whether to use color.
        public var color = ColorMode.auto
        /// The descriptor of the keys.
        public var input: Int32 = 0
        /// The descriptor of the same terminal for drawing.
        public var output: Int32 = 1
        /// The kind of terminal, or `nil` to ask TERM.
        public var term: String?
        /// The command that errors suggest if there is no terminal.
        public var alternative = "cloudy list"
        /// Whether the mouse is reported; otherwise, it selects text as in the shell.
        public var reportsMouse = false
        /// The pause after which a paste has ended, even if the terminal didn't report that, in
        /// milliseconds.
        public var pasteMilliseconds: Int32 = 2000
        /// The longest time until the next character of an unknown escape sequence, in
        /// milliseconds.
        public var sequenceMilliseconds: Int32 = 100
        /// The maximum number of bytes of a paste. The rest is dropped.
        public var pasteLimit = 2 << 20

        /// Makes the options for the process's terminal, in color if possible.
        public init() {}
    }

    /// Measures text on this terminal, and replaces characters that it can't show.
    public let measure: TextMeasure
    /// Whether text reaches the terminal as UTF-8; otherwise, only ASCII does.
    public let usesUTF8: Bool
    /// Whether the colors of a style are shown.
    public var hasColor: Bool { colors > 0 }
    /// The number of shown colors, which replace similar ones: 0, 8, 16, 256, or all
    /// (``Color/allColors``).
    public let colors: Int
    /// Wakes `wait` from any thread.
    public let waker = Waker()
    /// The current size of the terminal, or its size at the last `.resize`.
    public private(set) var size: Size

    var pendingEvents: [TerminalEvent] = []
    var mayHoldInput = false
    let sequenceMilliseconds: Int32
    private(set) var isOpen = true
    private var shown: Canvas?
    private var writer: RowWriter

    /// Takes over the terminal.
    ///
    /// The locale decides whether it uses UTF-8; if the locale does not, C.UTF-8 is tried. LINES
    /// and COLUMNS are removed from the environment, because they would hide the real size.
    /// - Throws: An error with a line for the person, with nothing changed and nothing written.
    public static func open(_ options: Options = Options()) throws(TerminalError) -> CursesTerminal
    {
        try CursesTerminal(options, testSize: nil)
    }

    /// Throws if the input or the output is not a terminal, before anything else is done.
    public static func requireTerminal(_ options: Options = Options()) throws(TerminalError) {
        let status =
            isatty(options.input) == 0
            ? cncurses_input_is_no_terminal
            : isatty(options.output) == 0 ? cncurses_output_is_no_terminal : cncurses_opened
        if let error = TerminalError(status, term: nil, alternative: options.alternative) {
            throw error
        }
    }

    /// Returns the number of colors of a kind of terminal, by its name; 0 for an unknown kind. Call
    /// it only while no terminal is open.
    public static func colors(ofKind term: String) -> Int { Int(cncurses_colors_of(term)) }

    /// Opens an invisible screen of this size, to test drawing.
    package static func openUnseen(
        size: Size, color: ColorMode = .always, term: String = "xterm-256color"
    ) throws(TerminalError) -> CursesTerminal {
        let null = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { Glibc.close(null) }
        var options = Options()
        options.color = color
        options.input = null
        options.output = null
        options.term = term
        return try CursesTerminal(options, testSize: size)
    }

    private init(_ options: Options, testSize: Size?) throws(TerminalError) {
        sequenceMilliseconds = options.sequenceMilliseconds
        let term = options.term ?? Self.environmentTerm(options)
        let status = (term ?? "").withCString { name in
            var settings = cncurses_options()
            settings.input = options.input
            settings.output = options.output
            settings.term = name
            settings.has_terminal = testSize == nil
            settings.rows = Int32(clamping: testSize?.rows ?? 0)
            settings.columns = Int32(clamping: testSize?.columns ?? 0)
            settings.wants_color = Self.wantsColor(options.color)
            settings.wants_mouse = options.reportsMouse
            settings.paste_milliseconds = options.pasteMilliseconds
            settings.paste_limit = max(0, options.pasteLimit)
            return cncurses_open(&settings)
        }
        if let error = TerminalError(status, term: term, alternative: options.alternative) {
            throw error
        }
        usesUTF8 = cncurses_uses_utf8()
        colors = Int(cncurses_colors())
        writer = RowWriter(colors: colors)
        measure = usesUTF8 ? TextMeasure { Int(cncurses_width($0.value)) } : .ascii
        size = Self.currentSize()
    }

    deinit {
        close()
    }

    /// Restores the terminal. Further calls of this and other methods do nothing.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        cncurses_close()
    }

    /// Shows a canvas.
    ///
    /// Only cells that differ from the last canvas are sent. Cells beyond the terminal are clipped,
    /// and cells that the canvas doesn't cover are empty.
    public func present(_ canvas: Canvas) {
        guard isOpen else { return }
        let isNew = shown?.size != canvas.size
        if isNew { cncurses_erase() }
        var isChanged = isNew || shown?.cursor != canvas.cursor
        writer.columns = size.columns
        for row in 0..<min(canvas.size.rows, size.rows) {
            let changed =
                shown.map { canvas.columns(ofRow: row, differingFrom: $0) }
                ?? 0..<canvas.size.columns
            if changed.isEmpty { continue }
            isChanged = true
            let cells = canvas.row(row).dropFirst(changed.lowerBound).prefix(changed.count)
            writer.write(cells, row: row, column: changed.lowerBound)
        }
        if cncurses_pairs_are_used_up() {
            // The colors of earlier frames take the room of these.
            cncurses_forget_pairs()
            for row in 0..<min(canvas.size.rows, size.rows) {
                writer.write(canvas.row(row), row: row, column: 0)
            }
        }
        shown = canvas
        if isChanged { showCursor() }
    }

    /// Draws everything again, whatever the terminal shows now.
    public func repaint() {
        guard isOpen else { return }
        cncurses_redraw()
        showCursor()
    }

    /// Beeps or flashes, depending on the terminal.
    public func bell() {
        guard isOpen else { return }
        cncurses_bell()
    }

    /// Asks the terminal to report the mouse, or to keep it for itself.
    public func setReportsMouse(_ isReported: Bool) {
        guard isOpen else { return }
        cncurses_set_mouse(isReported)
    }

    /// Sends bytes to the terminal unchanged, for functions that no canvas has, such as the
    /// clipboard. They must not move the cursor or change the screen.
    public func write(escape: String) {
        guard isOpen else { return }
        var escape = escape
        _ = escape.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cncurses_write($0.baseAddress, $0.count) }
        }
    }

    /// Stops the whole job, like Ctrl-Z in other programs, and returns when it is continued. The
    /// next `wait` then has a `.resumed`. If nothing could continue the job, the terminal beeps.
    public func suspend() {
        guard isOpen else { return }
        guard cncurses_suspend() else { return bell() }
        noteReturn()
        pendingEvents.append(.resumed)
    }

    /// Leaves the terminal to another program, such as an editor, while the body runs, and restores
    /// the screen afterwards. Keys typed too early for the other program are dropped.
    public func whileSuspended<R>(_ body: () throws -> R) rethrows -> R {
        guard isOpen else { return try body() }
        cncurses_leave()
        defer {
            if isOpen {
                cncurses_enter(true)
                noteReturn()
            }
        }
        return try body()
    }

    /// Updates the size, and forgets the shown cells if it changed.
    func updateSize() -> TerminalEvent? {
        cncurses_update_size()
        let current = Self.currentSize()
        guard current != size else { return nil }
        size = current
        shown = nil
        return .resize(current)
    }

    private func noteReturn() {
        if let event = updateSize() { pendingEvents.append(event) }
        shown = nil
    }

    private func showCursor() {
        let bounds = shown?.size ?? size
        if let cursor = shown?.cursor, (0..<min(bounds.rows, size.rows)).contains(cursor.row),
            (0..<min(bounds.columns, size.columns)).contains(cursor.column)
        {
            cncurses_show(Int32(cursor.row), Int32(cursor.column))
        } else {
            cncurses_show(-1, -1)
        }
    }

    private static func currentSize() -> Size {
        var rows: Int32 = 0
        var columns: Int32 = 0
        cncurses_get_size(&rows, &columns)
        return Size(columns: Int(columns), rows: Int(rows))
    }

    /// Returns the kind of terminal in the environment. If COLORTERM promises exact colors, it is
    /// the kind that has them in ncurses, if the machine knows that kind.
    private static func environmentTerm(_ options: Options) -> String? {
        guard let term = getenv("TERM").map({ String(cString: $0) }) else { return nil }
        let says = getenv("COLORTERM").map { String(cString: $0) } ?? ""
        guard wantsColor(options.color), ["truecolor", "24bit"].contains(says),
            colors(ofKind: term) < Color.allColors
        else { return term }
        let exact = ExactColorKind.name(for: term)
        return colors(ofKind: exact) >= Color.allColors ? exact : term
    }

    private static func wantsColor(_ mode: ColorMode) -> Bool {
        switch mode {
        case .always: true
        case .never: false
        case .auto: getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
        }
    }
}
