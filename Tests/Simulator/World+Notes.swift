import Replication

extension World {
    func brief(_ call: CloudCall) -> String {
        switch call {
        case .register(let it): "register \(brief(it.sender)) at \(it.cursor)"
        case .list(let position, _): "list \(position)"
        case .compareAndSet(let changes, let sender):
            "set by \(brief(sender)) "
                + changes.map { change in
                    let record = try? Record(encoded: change.record)
                    return "\(change.key)@\(change.expectedRevision) \(brief(record))"
                }.joined(separator: ", ")
        case .acknowledge(let cursor, let sender): "acknowledge \(cursor) by \(brief(sender))"
        }
    }

    private func brief(_ sender: Sender) -> String {
        let marks = sender.pending.map { " or \($0.number)" }.joined()
        let next = sender.next.map { ", now \($0.number)" } ?? ""
        return "\(sender.actor.rawValue) (\(sender.confirmed?.number ?? 0)\(marks)\(next))"
    }

    func brief(_ answer: CloudAnswer) -> String {
        switch answer {
        case .registered(let reply):
            switch reply.value {
            case .accepted: "accepted"
            case .unknownMark(let held): "holds mark \(held?.number ?? 0)"
            }
        case .listed(let reply):
            (reply.value.isComplete ? "all " : "changes ")
                + reply.value.entries.map { entry in
                    "\(entry.key)@\(entry.revision) \(brief(try? Record(encoded: entry.record)))"
                }.joined(separator: ", ")
                + (reply.value.hasMore ? " and more" : "") + " up to \(reply.value.next)"
        case .compared(let reply):
            reply.value.map { outcome in
                switch outcome {
                case .committed(let revision): "committed \(revision)"
                case .conflict(let entry?): "conflict with \(entry.revision)"
                case .conflict(nil): "conflict with nothing"
                case .refused(let refusal): "refused \(refusal)"
                }
            }.joined(separator: ", ")
        case .acknowledged(let reply): reply.value ? "acknowledged" : "refused"
        }
    }

    func brief(_ record: Record?) -> String {
        guard let record else { return "unreadable" }
        let vector = record.vector.sorted.map { "\($0.actor.rawValue):\($0.counter)" }
            .joined(separator: " ")
        let kept = record.superseded.map { "\($0.field)=\(brief($0.value))" }
            .joined(separator: " ")
        return "\(record.isTombstone ? "deleted " : "")\(brief(record.latestValue)) [\(vector)]"
            + (kept.isEmpty ? "" : " kept \(kept)")
    }

    private func brief(_ value: PropertyListValue?) -> String {
        switch value {
        case nil: "nothing"
        case .string(let text): text
        case .array(let elements): "(" + elements.map { brief($0) }.joined(separator: " ") + ")"
        case .dictionary(let fields):
            "{"
                + fields.keys.sorted().map { "\($0): \(brief(fields[$0]))" }
                .joined(separator: ", ") + "}"
        default: "?"
        }
    }
}
