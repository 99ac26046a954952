/// Asks how the device is.
public struct StatusRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> StatusFacts {
        try library.statusFacts()
    }
}

/// Asks how many bytes are used in the cloud: as a server said last, or as counted here.
public struct CloudBytesRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> Int? { try library.cloudBytes() }

    /// Counting takes a while where there are many bookmarks.
    public func quickAnswer(from library: any PageLibrary) -> Int?? { nil }
}

extension StatusView {
    var requests: [any PageOperation] { [StatusRequest(), CloudBytesRequest()] }

    func isStale(after change: LibraryChange) -> Bool {
        switch change {
        // The agent, which talks to a server, comes and goes with the phase.
        case .sync: true
        // A pause of all transfers is told like this.
        case .documentsChanged: true
        default: false
        }
    }

    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        if let facts = answer.answer(to: StatusRequest()) { self.facts = facts }
        if let bytes = answer.answer(to: CloudBytesRequest()) { self.bytes = bytes }
    }
}
