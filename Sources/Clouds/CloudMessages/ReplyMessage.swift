public import Replication

/// A reply of a cloud: its state and the members of the body, in one object.
public struct ReplyMessage<Body: Codable & Sendable>: Codable, Sendable {
    /// The epoch of the cloud.
    public var epoch: String
    /// The highest revision at the time of the answer.
    public var head: Int64
    /// The cloud's clock, in milliseconds since 1970.
    public var time: Int64
    public var body: Body

    private enum CodingKeys: String, CodingKey { case epoch, head, time }

    public init<Value>(_ reply: CloudReply<Value>, _ body: (Value) -> Body) {
        epoch = reply.epoch
        head = reply.head
        time = reply.time
        self.body = body(reply.value)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        epoch = try container.decode(String.self, forKey: .epoch)
        head = try container.decode(Int64.self, forKey: .head)
        time = try container.decode(Int64.self, forKey: .time)
        body = try Body(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(epoch, forKey: .epoch)
        try container.encode(head, forKey: .head)
        try container.encode(time, forKey: .time)
        try body.encode(to: encoder)
    }

    /// Returns the reply with a value that `value` makes of its body.
    public func reply<Value, E: Error>(
        _ value: (Body) throws(E) -> Value
    ) throws(E) -> CloudReply<Value> {
        CloudReply(epoch: epoch, head: head, time: time, value: try value(body))
    }
}

/// The body of a reply with only the state of the cloud.
public struct EmptyMessage: Codable, Sendable {
    public init() {}
}
