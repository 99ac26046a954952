import Replication

// Worlds with a gateway between the devices and their clouds, which may answer in place of a cloud,
// or may need several requests for one call.
extension World {
    /// Passes on the next call of a process; returns `false` in a world without a gateway.
    mutating func passGateway(_ action: Action, _ index: Int) -> Bool {
        guard let gateway = profile.gateway else { return false }
        let position = action.b % processes[index].device.outbox.count
        let call = processes[index].device.outbox[position]
        var fate = gateway.fate(action.c % 1000)
        let begun = composites[index].flatMap { $0.isOf(call) ? $0 : nil }
        // A cloud that refuses a call must not have seen the same call before, since no device
        // repeats a call to a cloud that refuses some.
        if fate == .refusal, begun == nil, call.hasArrived { fate = .answered }
        guard var composite = begun ?? CompositeCall(call, gateway) else {
            pass(processes[index].device.takeCall(at: position), fate, index)
            return true
        }
        // From now on, the call may have taken effect.
        processes[index].device.noteArrival(at: position)
        if let error = proceed(&composite, fate, gateway, index) {
            composites[index] = nil
            _ = processes[index].device.takeCall(at: position)
            reply(call.number, error, index)
        } else if composite.isDone, var last = composite.last {
            composites[index] = nil
            _ = processes[index].device.takeCall(at: position)
            last.value = composite.outcomes
            processes[index].replies.append(Reply(call.number, .success(.compared(last))))
        } else {
            composites[index] = composite
        }
        return true
    }

    /// Passes on a call that takes one request.
    private mutating func pass(_ call: ModelDevice.Call, _ fate: Gateway.Fate, _ index: Int) {
        switch fate {
        case .answered:
            let answer = ask(node(of: index).cloud, call.call)
            processes[index].replies.append(Reply(call.number, .success(answer)))
        case .lie:
            _ = ask(node(of: index).cloud, call.call)
            reply(call.number, failure(.unknownOutcome), index)
        case .barrier: reply(call.number, failure(.unknownOutcome), index)
        case .refusal: reply(call.number, failure(.unreachable), index)
        }
    }

    /// Makes the next request of a call; returns the error if the call fails.
    private mutating func proceed(
        _ composite: inout CompositeCall, _ fate: Gateway.Fate, _ gateway: Gateway, _ index: Int
    ) -> CloudError? {
        let part = composite.part(gateway)
        let isLook = part.isEmpty
        if fate == .answered || fate == .lie, !isLook {
            let answer = ask(
                node(of: index).cloud, .compareAndSet(part, from: composite.sender))
            guard case .compared(let reply) = answer else { return failure(.unknownOutcome) }
            composite.rest = composite.rest.dropFirst(part.count)
            if fate == .answered {
                composite.outcomes += reply.value
                composite.last = reply
                // The remaining requests would have the same unknown sender, and are not sent.
                if reply.value.contains(.refused(.unknownSender)) {
                    composite.outcomes += composite.rest.map { _ in .refused(.unknownSender) }
                    composite.rest = []
                }
                return nil
            }
        }
        if fate == .answered {
            composite.looks -= 1
            return nil
        }
        // A request that only reads changes nothing, whatever error is reported; nor does a refused
        // one.
        let ofRequest: CloudError.Code =
            isLook || fate == .refusal ? .unreachable : .unknownOutcome
        let ofCall = composite.hasChanged ? .unknownOutcome : ofRequest
        return failure(variant == .lastRequestTells ? ofRequest : ofCall)
    }

    private func failure(_ code: CloudError.Code) -> CloudError {
        let isTaken = variant == .gatewayBelieved
        return CloudError(isTaken ? .unreachable : code, "The gateway says 502.")
    }

    private mutating func reply(_ number: Int, _ error: CloudError, _ index: Int) {
        note("  the gateway answers \(error.code)")
        processes[index].replies.append(Reply(number, .failure(error)))
    }

    /// Handles the reply to a call.
    mutating func take(_ reply: Reply, at index: Int) {
        switch reply.result {
        case .success(let answer): handle(.answered(call: reply.number, answer), at: index)
        case .failure(let error): handle(.failed(call: reply.number, error), at: index)
        }
    }

    /// Checks that a cloud knows the mark of a device, even behind a gateway, if nothing was copied
    /// or restored.
    mutating func checkActor(
        _ state: ModelReplica.State, after before: ModelReplica.State, _ event: ReplicatorEvent,
        of index: Int
    ) {
        guard case .answered(_, .registered) = event, profile.gateway != nil, !profile.hasMoves,
            !mayTakeNewActors, !hadOtherCloud,
            !nodes.contains(where: \.isCopy), !nodes.contains(where: \.wasRetired),
            state.meta.actor != before.meta.actor
        else { return }
        fail(.identity, "node \(index) took itself for a copy behind a gateway")
    }
}
