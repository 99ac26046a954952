import ArgumentParser
import Bookmarks
import Home

struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Change fields of a bookmark.",
        discussion: "Example: cloudy edit 7k3q --name Swift --tag lang. What is not named stays.")

    @Argument(help: "The id, or the beginning of one that begins no others.")
    var id: String

    @Option(name: .shortAndLong, help: "What to call it; nothing takes the name away.")
    var name: String?

    @Option(name: .shortAndLong, help: "The address, with its scheme.")
    var url: String?

    @Option(
        name: .shortAndLong,
        help: "A tag in place of those it has; may be given several times. Nothing takes all away.")
    var tag: [String] = []

    @Option(help: "Notes.")
    var notes: String?

    @OptionGroup var options: HomeOptions

    func validate() throws {
        guard name == nil, url == nil, tag.isEmpty, notes == nil else { return }
        throw ValidationError("Nothing to change. Say --name, --url, --tag or --notes.")
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let controller = home.makeController(mirror: mirror)
            let id = try controller.id(matching: id)
            guard let original = try controller.bookmark(id: id)?.draft else {
                throw BookmarkError.notFound(id: id)
            }
            try controller.edit(id: id, from: original, to: try edited(original))
            finish(home, mirror, isOffline: options.offline)
        }
    }

    /// What the bookmark becomes, as a form would have it.
    private func edited(_ original: BookmarkDraft) throws -> BookmarkDraft {
        var draft = original
        if let name { draft.name = name }
        if let url { draft.url = url }
        if !tag.isEmpty {
            draft.tags = Tags.unique(try tag.flatMap { try Tags.parsed(argument: $0) })
        }
        if let notes { draft.notes = notes }
        return draft
    }
}
