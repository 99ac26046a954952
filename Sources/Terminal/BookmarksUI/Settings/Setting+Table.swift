import Bookmarks

extension Setting {
    /// All settings, in the order of documentation and command.
    public static let all: [Setting] = general + styles + keys

    /// Returns the setting with a name.
    public static func named(_ name: String) -> Setting? {
        // Every command needs some of these, and few need the hundred others.
        general.first { $0.name == name } ?? byName[name]
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// The settings of the program.
    public static let general = [
        Setting(
            "mouse", .onOff, default: "off",
            "Use the mouse in the list. To select text then, hold Shift."),
        Setting(
            "theme", .theme, default: "default",
            "The colors of the list. NO_COLOR and a terminal without colors override it."),
        Setting(
            "background", .background, default: "theme",
            "The background of the list: the theme's own, if it has one, or the terminal's."),
        Setting(
            "sidebar", .onOffAuto, default: "auto",
            "Show the sidebar of folders, tags and searches; auto shows it if the "
                + "terminal has at least \(PaneFrames.sidebarFrom) columns."),
        Setting(
            "preview", .onOffAuto, default: "auto",
            "Show the selected bookmark beside the list; auto shows it if the "
                + "terminal has at least \(PaneFrames.previewFrom) columns."),
        Setting(
            "borders", .onOff, default: "on", "Draw borders around the panes."),
        Setting(
            "icons", .icons, default: "off",
            "Put icons before the names in list and sidebar. nerd needs a Nerd Font in the "
                + "terminal."),
        Setting(
            "columns", .columns, default: "name host tags age",
            "The columns of the list, from left to right."),
        Setting(
            "best-first", .onOff, default: "on",
            "While you filter, put the best matches first, and guess where nothing matches; off "
                + "keeps the order of the list."),
        Setting(
            "find-in-text", .onOff, default: "off",
            "While you filter by plain words, also find bookmarks whose saved pages, notes and "
                + "files have them; those come last."),
        Setting(
            "browser", .program, default: "",
            "The program that opens URLs; %s stands for the URL.",
            whenEmpty: "$BROWSER or xdg-open"),
        Setting(
            "pager", .program, default: "",
            "The program that shows long output on a terminal; cat turns it off.",
            whenEmpty: "$PAGER or less"),
        Setting(
            "fetch-titles", .onOff, default: "off",
            "Fetch the page's title when you add a bookmark without a name."),
        Setting(
            "save-pages", .onOff, default: "off",
            "Save the page of each bookmark you add, to read it offline on all devices."),
        Setting(
            "save-command", .program, default: "",
            "The program that fetches pages for saving, such as a headless browser; it prints the "
                + "page, and %s stands for the URL.",
            whenEmpty: "curl"),
        Setting(
            DocumentPolicy.names.mode, .documents, default: "all",
            "Which documents this device fetches by itself: all, small ones, or none until you "
                + "open them."),
        Setting(
            DocumentPolicy.names.small, .bytes(least: DocumentPolicy.least.small), default: "1 MiB",
            "The size up to which a document is small."),
        Setting(
            DocumentPolicy.names.room, .bytes(least: DocumentPolicy.least.room), default: "2 GiB",
            "How much space documents may take on this device; the least recently opened "
                + "go first."),
        Setting(
            "backups", .onOff, default: "on",
            "Make a daily backup on days with changes, and keep the latest fourteen."),
    ]

    /// The prefixes of the names of ``styles`` and of ``keys``.
    static let stylePrefix = "color."
    static let keyPrefix = "key."

    /// The style of each role on the screen.
    public static let styles = Role.allCases.map { role in
        Setting(
            stylePrefix + role.name, .style, default: role.standardStyle.described,
            role.meaning)
    }

    /// The keys of each action.
    public static let keys = Action.all.map { action in
        Setting(
            keyPrefix + action.id.rawValue, .keys,
            default: KeyMap.text(of: action.keys), action.help + ".")
    }
}
