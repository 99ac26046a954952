/// Background work for a page or another part of the screen. It may report its progress, and ends
/// by itself or is cancelled by its kind: see ``Effect/stop(_:)``.
///
/// A ``PageRequest`` is the simple kind, with one answer.
public protocol PageOperation: Sendable, Hashable {
    /// The progress, and finally the result.
    associatedtype Answer: Sendable, Hashable

    /// The maximum number of operations of this kind at once. One more cancels the oldest.
    static var limit: Int { get }
    /// The name of an operation that edits bookmarks, in a word; `nil` for others. Until such an
    /// operation has ended, the list stays in its account.
    static var accountWork: String? { get }
    /// Whether it is one edit from its beginning to its end, without ``OperationEdit/begun``.
    static var isOneEdit: Bool { get }

    /// Returns the only answer, if it is available before the next key.
    func quickAnswer(from library: any PageLibrary) throws -> Answer?
    /// Runs on another thread, until it is done or its task is cancelled. Returns the last answer;
    /// `nil` if nothing needs it any longer.
    func run(
        in library: any PageLibrary, tell: @escaping @Sendable (Answer) -> Void
    ) async throws -> Answer?
    /// Returns the state of the operation's edit at an answer; `nil` before it edits.
    func edit(at answer: Answer) -> OperationEdit?
}

/// The edit of an operation.
public enum OperationEdit: Sendable, Hashable {
    /// The edit has begun: undo and the program's end wait for it.
    case begun
    /// The edit has ended as this undo step, 0 if nothing was edited. The list shows the whole edit
    /// before the screen gets the answer.
    case ended(step: Int64)
}

extension PageOperation {
    public static var limit: Int { 1 }
    public static var accountWork: String? { nil }
    public static var isOneEdit: Bool { false }
    public func quickAnswer(from library: any PageLibrary) throws -> Answer? { nil }
    public func edit(at answer: Answer) -> OperationEdit? { nil }
}

/// All operations of one type.
public struct OperationKind: Sendable, Hashable {
    public let type: any PageOperation.Type

    public init(_ type: any PageOperation.Type) {
        self.type = type
    }

    public static func == (a: Self, b: Self) -> Bool {
        ObjectIdentifier(a.type) == ObjectIdentifier(b.type)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

/// A request or an operation of any page.
public struct AnyPageRequest: Sendable, Hashable {
    public let request: any PageOperation

    public init(request: any PageOperation) {
        self.request = request
    }

    public static func == (a: Self, b: Self) -> Bool {
        isEqual(a.request, b.request)
    }

    public func hash(into hasher: inout Hasher) { request.hash(into: &hasher) }
}

extension Effect {
    /// Sends a request, or begins an operation.
    public static func send(_ request: any PageOperation) -> Effect {
        .request(AnyPageRequest(request: request))
    }

    /// Stops the operations of a type. They still report their ends.
    public static func stop(_ type: any PageOperation.Type) -> Effect {
        .cancel(OperationKind(type))
    }
}

/// An answer to a request, or a report of an operation.
public struct PageAnswer: Sendable, Hashable {
    public let request: AnyPageRequest
    private let answer: any Sendable & Hashable

    public init<Request: PageOperation>(_ answer: Request.Answer, to request: Request) {
        self.request = AnyPageRequest(request: request)
        self.answer = answer
    }

    /// Returns the answer to a request; `nil` if this answers another one.
    public func answer<Request: PageOperation>(to request: Request) -> Request.Answer? {
        self.request == AnyPageRequest(request: request) ? answer as? Request.Answer : nil
    }

    /// Returns the answer to any request of a type, with the request.
    public func answer<Request: PageOperation>(
        of type: Request.Type
    ) -> (request: Request, answer: Request.Answer)? {
        guard let request = request.request as? Request, let answer = answer as? Request.Answer
        else { return nil }
        return (request, answer)
    }

    public static func == (a: Self, b: Self) -> Bool {
        a.request == b.request && isEqual(a.answer, b.answer)
    }

    public func hash(into hasher: inout Hasher) { request.hash(into: &hasher) }
}

extension Event {
    /// Makes an answer to a request, or a report of an operation.
    public static func answer<Request: PageOperation>(
        _ answer: Request.Answer, to request: Request
    ) -> Event {
        .answer(PageAnswer(answer, to: request))
    }
}

func isEqual(_ a: any Hashable, _ b: any Hashable) -> Bool { AnyHashable(a) == AnyHashable(b) }
