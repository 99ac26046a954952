/// The names of all actions. Help, manual and tests use the raw values.
public enum ActionID: String, Sendable, Hashable, CaseIterable {
    case add, edit, delete, undo, redo, open, restore, purge
    case showDeleted = "show-deleted"
    case showHistory = "show-history"
    case bringBack = "bring-back"
    case copyURL = "copy-url"
    case addTags = "add-tags"
    case removeTags = "remove-tags"
    case setFolder = "set-folder"
    case editText = "edit-text"
    case editNotes = "edit-notes"
    case takeOther = "take-other"
    case settle
    case moveUp = "move-up"
    case moveDown = "move-down"
    case moveToTop = "move-to-top"
    case moveToBottom = "move-to-bottom"
    case showDuplicates = "show-duplicates"
    case mergeDuplicates = "merge-duplicates"
    case mergeAllDuplicates = "merge-all-duplicates"
    case importBookmarks = "import"

    case down, up, first, last
    case pageDown = "page-down"
    case pageUp = "page-up"
    case halfPageDown = "half-page-down"
    case halfPageUp = "half-page-up"
    case readOn = "read-on"
    case readBack = "read-back"

    case mark
    case markRange = "mark-range"
    case markAll = "mark-all"
    case markHit = "mark-hit"

    case filter, sort, details, back, clear, messages, help

    case showLabels = "show-tags"
    case chooseLabel = "choose-tag"
    case narrowByLabel = "narrow-by-tag"
    case renameLabel = "rename-tag"
    case deleteLabel = "delete-tag"
    case nextTab = "next-tab"
    case previousTab = "previous-tab"
    case filterLabels = "filter-tags"
    case sortLabels = "sort-tags"
    case saveSearch = "save-search"
    case checkLinks = "check-links"
    case openArchive = "open-archive"
    case fetchTitle = "fetch-title"

    case sync, airplane, status
    case acceptDeletions = "accept-deletions"
    case restoreDeletions = "restore-deletions"

    case redraw, suspend, quit
    case quitAnywhere = "quit-anywhere"

    case nextHit = "next-hit"
    case previousHit = "previous-hit"
    case nextHits = "next-hits"
    case previousHits = "previous-hits"
    case keepFilter = "keep-filter"
    case clearFilter = "clear-filter"
    case filterHelp = "filter-help"
    case filterDeleted = "filter-deleted"

    case takeOrNext = "take-or-next"
    case nextOffer = "next-offer"
    case previousOffer = "previous-offer"
    case nextField = "next-field"
    case previousField = "previous-field"
    case enterField = "enter-field"
    case save, cancel

    case sortByAdded = "sort-by-added"
    case sortByModified = "sort-by-modified"
    case sortByName = "sort-by-name"
    case sortByURL = "sort-by-url"
    case sortByOpened = "sort-by-opened"
    case sortByRelevance = "sort-by-relevance"
    case sortByFrequency = "sort-by-frequency"
    case sortByHand = "sort-by-hand"
    case closeMenu = "close-menu"

    case enterPrompt = "enter-prompt"
    case complete
    case nextWord = "next-word"
    case previousWord = "previous-word"
    case leavePrompt = "leave-prompt"

    case yes, no
}
