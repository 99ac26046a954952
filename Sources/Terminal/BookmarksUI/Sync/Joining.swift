public import Bookmarks

/// The functions for joining the bookmarks of this device with those of the cloud.
public protocol JoinLibrary: Sendable {
    /// Returns the plan of a join; `nil` if none waits for a decision.
    func joinPlan() throws -> JoinPlan?
    func join(with controller: BookmarksController) throws
}

/// Asks for the effects of joining the cloud.
public struct JoinPlanRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> JoinPlan? {
        try library.joinPlan()
    }
}

/// Joins the bookmarks of this device with those of the cloud.
public struct JoinCloud: PageEdit {
    public init() {}

    public var ongoing: OngoingEdit? { OngoingEdit("joining") }
    public var isAlwaysLong: Bool { true }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        try library.join(with: controller)
        // If duplicates were merged, undo takes that back.
        return .joined(isUndoable: controller.latestStep != nil)
    }
}

extension ActionOutcome {
    /// This device has joined the cloud.
    public static func joined(isUndoable: Bool) -> Self {
        isUndoable
            ? .changed(what: "Joined the cloud", ids: []) : .done(what: "Joined the cloud")
    }
}

extension Shell {
    /// Asks whether to join, and shows the effects.
    mutating func receiveJoinPlan(_ answer: PageAnswer) {
        guard case let plan?? = answer.answer(to: JoinPlanRequest()) else { return }
        // A key pressed for something else must not answer the question.
        guard !context.takesOneKey, !context.takesText else { return }
        ask(
            Question("\(plan.summary). Join them? Nothing is lost") { screen, _ in
                screen.shell.reply(
                    "Joining \(grouped(plan.own)) bookmarks" + screen.shell.symbols.ellipsis)
                return [.send(JoinCloud())]
            } no: { screen, _ in
                let joins = screen.shell.text("Nothing was sent", .sync, to: "join them")
                screen.shell.say(
                    .info, screen.shell.text(joins, .airplane, to: "keep them apart", after: ", "),
                    about: .sync)
                return []
            })
    }
}
