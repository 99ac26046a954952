import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import CursesTerminal
import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore
import Screen

/// The list of one account in a terminal. It runs on the main thread; other threads put letters in
/// the mailbox.
final class ListSession {
    private let account: OpenAccount
    let controller: BookmarksController
    let terminal: CursesTerminal
    let mailbox: Mailbox
    let keeper: FormKeeper?
    var state: ScreenState
    let listOptions: ListOptions
    /// The settings of this device.
    var settings = Settings()
    /// Whether an order was chosen here, which is newer than the preferences at the start.
    var hasSorted = false
    private var tasks: ListTasks
    /// The running operations of pages.
    var operations = RunningOperations()
    /// The long edit that another thread makes.
    var longEdit = LongEdit()
    /// Changes by operations, by the long edit and from elsewhere that the list does not show yet.
    var unshown = UnshownChanges()
    private(set) var isRunning = true
    /// Keys that wait for the names that they need.
    private var waiting = WaitingInput()
    let opener: PageOpener
    var editor: ListEditor
    var documents: DocumentSearch
    /// The picked bookmarks, if the list is open for picking.
    var chosen: [String] = []
    var accounts: AccountFollower

    var home: Home { account.home }
    var mirror: HomeMirror { account.mirror }

    /// Runs the list, in one account after the other, until the person quits or a signal ends it.
    ///
    /// - Returns: the last session.
    @discardableResult
    static func run(
        _ options: HomeOptions, _ listOptions: ListOptions,
        _ terminalOptions: CursesTerminal.Options = CursesTerminal.Options()
    ) throws -> ListSession {
        // Without a terminal, no device is made.
        try CursesTerminal.requireTerminal(terminalOptions)
        let account = try OpenAccount(options)
        let terminal = try CursesTerminal.open(terminalOptions)
        listOptions.log?.noteStart(
            terminal.size, hasColor: terminal.hasColor, isUTF8: terminal.usesUTF8)
        do {
            var session = ListSession(
                options, account, terminal, try account.home.syncState(), listOptions)
            var listOptions = listOptions
            listOptions.query = nil
            while let next = try session.run() {
                let sync = try next.home.syncState()
                let last = session
                session = ListSession(
                    options, next, terminal, sync, listOptions, log: session.state.shell.log)
                if let said = next.difference(from: last.account) {
                    session.send(.message(.info, said))
                }
            }
            return session
        } catch {
            terminal.close()
            throw error
        }
    }

    private init(
        _ options: HomeOptions, _ account: OpenAccount, _ terminal: CursesTerminal,
        _ sync: SyncState,
        _ listOptions: ListOptions, log: [Message] = []
    ) {
        self.listOptions = listOptions
        self.account = account
        let (home, mirror) = (account.home, account.mirror)
        accounts = AccountFollower(options, home.location)
        keeper = account.unsavedFile.map { FormKeeper($0) }
        self.terminal = terminal
        controller = home.makeController(
            mirror: mirror, session: account.unsavedFile.map { .list($0.number) } ?? .closedList)
        mailbox = Mailbox(waker: terminal.waker)
        tasks = ListTasks(home, mirror, mailbox)
        opener = PageOpener(home, terminal, mailbox)
        editor = ListEditor(home, mirror, terminal)
        documents = DocumentSearch(home, mailbox)
        state = ScreenState(
            size: terminal.size, measure: terminal.measure,
            symbols: terminal.usesUTF8 ? .unicode : .ascii, sync: sync, now: Self.now(),
            utcOffset: LocalTime.offset, log: log)
    }

    /// Returns the next account, or `nil` at the end, when the terminal is closed.
    private func run() throws -> OpenAccount? {
        let preferences = try home.preferences.current()
        let openings = OpeningsWatch(since: Self.now())
        try openController(listOptions.picking == nil ? preferences.sort : .bestFirst)
        let settingsRead = SettingsFile(home.location).read()
        apply(settingsRead)
        send(.searches(preferences.searches))
        for problem in mirror.takeProblems() { send(.message(.error, problem)) }
        noteNextUndo()
        if let picking = listOptions.picking {
            try controller.filter(meant(picking.query))
            state.beginPicking(picking.picking, in: controller.list)
        } else {
            try restorePlace(preferences.searches)
        }
        send(.listChanged)
        if listOptions.picking == nil {
            sayWhatWaits()
            restore()
        }
        sayUnfinished()
        if controller.list.total == 0 {
            state.hadBookmarks = try !controller.deletedRows(limit: 1).isEmpty
            perform(.send(BrowsersRequest()))
            if !state.hadBookmarks { perform(.send(CountBrowsers())) }
        }
        show()
        tasks.start(openings, settingsRead, keeper?.writer)
        if controller.list.isPartial { tasks.readAllRows(sortedBy: controller.list.order) }
        var signal: Int32 = 0
        while isRunning {
            let events = terminal.wait(milliseconds: timeout())
            send(.tick(Self.now()))
            for event in events {
                switch event {
                case .terminate(let number): (isRunning, signal) = (false, number)
                case .hangup: (isRunning, signal) = (false, SIGHUP)
                case .wake: break
                default:
                    // Drop keys that came with the one that quits: they must not act on the list.
                    if isRunning, !waiting.hold(event, for: state) { send(.terminal(event)) }
                }
            }
            for letter in mailbox.collect() { open(letter) }
            while isRunning, let event = waiting.next(for: state) { send(.terminal(event)) }
            followParts()
            if accounts.isWaiting, unfinishedWork == nil { followAccount() }
            keeper?.note(state.shell.unsavedForm, now: state.shell.now)
            if isRunning { show() }
        }
        let next = signal == 0 ? accounts.next : nil
        keepText()
        // While the terminal is open, signals are only recorded. More may follow the first if both
        // a shell and the kernel report a closing terminal, and would interrupt this code.
        defer { if signal != 0 { terminal.close() } }
        if signal == 0, next == nil { terminal.close() }
        leavePlace()
        operations.end()
        longEdit.end()
        tasks.cancel()
        mirror.flush()
        leaveTidy(home)
        if signal != 0 { throw ExitCode(128 + signal) }
        // A list that is restarted, or that a signal ended, continues its session.
        if next == nil { try? controller.closeSession() }
        if next != nil { home.sendLast(after: tasks.running) }
        return next
    }

    /// Stores the text typed in a form, and nothing later.
    private func keepText() {
        do {
            try keeper?.end(state.shell.unsavedForm)
        } catch {
            complain("Your text was not kept: \(message(for: error))")
        }
    }

    /// Reports what has waited for the person since before this list, like new decisions.
    private func sayWhatWaits() {
        let sync = state.shell.sync
        switch sync.phase {
        case .held, .joining, .locked: break
        default: if sync.browserDeletions == 0 { return }
        }
        var before = sync
        before.phase = .idle
        before.browserDeletions = 0
        send(.sync(before))
        send(.sync(sync))
    }

    /// Reopens the form that was open when a list of this device was killed.
    private func restore() {
        do {
            guard let unsaved = try account.unsavedFile?.leftoverForm() else { return }
            let isGone = try unsaved.id.map { try !controller.isLive(id: $0) } ?? false
            send(.restore(unsaved, isGone: isGone))
        } catch {
            send(.message(.error, message(for: error)))
        }
    }

    /// Reports that an edit of many bookmarks was interrupted.
    private func sayUnfinished() {
        guard let step = try? controller.unfinishedStep() else { return }
        send(.message(.warning, "Only partly done: \(step.title). Undo reverts it"))
    }

    func show() {
        terminal.present(draw(state, list: controller.list))
        operations.beginWaiting()
    }

    /// Passes an event to the screen, and carries out its effects.
    func send(_ event: Event) {
        let effects = state.handle(event, in: controller.list)
        listOptions.log?.note(event, effects, in: state)
        for effect in effects { perform(effect) }
    }

    func quit() { isRunning = false }

    /// Ends the list once the requested work is done.
    func quitWhenDone() {
        guard longEdit.isRunning, !longEdit.endsList else { return quit() }
        longEdit.endsList = true
        state.refuseWhileOngoing(isQuitting: true)
    }

    /// Returns the time to wait for an event, in milliseconds; `nil` without limit.
    private func timeout() -> Int? {
        if !unshown.isEmpty { return 0 }
        let deadline = [state.shell.deadline, keeper?.deadline, waiting.deadline].compactMap { $0 }
            .min()
        return deadline.map { max(0, Int(($0 - Self.now()) * 1000) + 1) }
    }
}
