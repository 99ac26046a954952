/// Asks for facts about the device.
public struct StatusRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> StatusFacts {
        try library.statusFacts()
    }
}

/// Asks for the number of bytes used in the cloud: the server's latest number, or a local count.
public struct CloudBytesRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> Int? { try library.cloudBytes() }

    /// Counting takes a while if there are many bookmarks.
    public func quickAnswer(from library: any PageLibrary) -> Int?? { nil }
}

extension StatusView {
    var requests: [any PageOperation] { [StatusRequest(), CloudBytesRequest()] }

    func isStale(after change: LibraryChange) -> Bool {
        switch change {
        // The agent, which talks to a server, starts and ends with the phase.
        case .sync: true
        // A pause of all transfers arrives this way.
        case .documentsChanged: true
        default: false
        }
    }

    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        if let facts = answer.answer(to: StatusRequest()) { self.facts = facts }
        if let bytes = answer.answer(to: CloudBytesRequest()) { self.bytes = bytes }
    }
}
