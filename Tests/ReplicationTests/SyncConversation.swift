import Replication
import Simulator

// The calls and answers of a device and a cloud, in the words of Docs/Internals/Sync.md.

extension ModelDevice {
    /// Exchanges changes; returns the calls and answers in turn.
    mutating func conversation(with cloud: inout ModelCloud) throws -> [String] {
        var said: [String] = []
        try handle(.hinted)
        // Each turn may lead to another call; a protocol that never ends fails here.
        while let call = outbox.first, said.count < 40 {
            let answer = cloud.answer(call.call)
            said += [call.call.sentence, answer.sentence]
            dropCalls()
            try handle(.answered(call: call.number, answer))
        }
        return said
    }
}

extension CloudCall {
    fileprivate var sentence: String {
        switch self {
        case .register(let registration):
            "register \(registration.sender.actor.rawValue), \(registration.sender.marks)"
                + ", cursor \(registration.cursor)"
        case .list(.start, _): "list from the start"
        case .list(.resume(let cursor), _): "list on after \(cursor)"
        case .list(.changes(let cursor), _): "list changes after \(cursor)"
        case .compareAndSet(let changes, let sender):
            "compare-and-set "
                + changes.map { "\($0.key) at \($0.expectedRevision)" }.joined(separator: ", ")
                + ", leave \(sender.next?.number ?? 0)"
        case .acknowledge(let cursor, let sender):
            "acknowledge \(cursor), leave \(sender.next?.number ?? 0)"
        }
    }
}

extension Sender {
    fileprivate var marks: String {
        let numbers = (([confirmed].compactMap(\.self)) + pending).map { "\($0.number)" }
        return numbers.isEmpty ? "no mark" : "mark " + numbers.joined(separator: " ")
    }
}

extension CloudAnswer {
    fileprivate var sentence: String {
        switch self {
        case .registered(let reply):
            switch reply.value {
            case .accepted: reply.state + "accepted"
            case .unknownMark(let held?): reply.state + "holds mark \(held.number)"
            case .unknownMark(nil): reply.state + "holds no mark"
            }
        case .listed(let reply):
            reply.state + (reply.value.isComplete ? "all: " : "changes: ")
                + (reply.value.entries.isEmpty
                    ? "none"
                    : reply.value.entries.map { "\($0.key) at \($0.revision)" }
                        .joined(separator: ", "))
        case .compared(let reply):
            reply.state + reply.value.map(\.sentence).joined(separator: ", ")
        case .acknowledged(let reply): reply.state + (reply.value ? "taken" : "not taken")
        }
    }
}

extension CloudReply {
    fileprivate var state: String { "\(epoch), \(head): " }
}

extension ChangeOutcome {
    fileprivate var sentence: String {
        switch self {
        case .committed(let revision): "committed at \(revision)"
        case .conflict(let entry): "conflict with \(entry?.revision ?? 0)"
        case .refused(let refusal): "refused, \(refusal.rawValue)"
        }
    }
}
