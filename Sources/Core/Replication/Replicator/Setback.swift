/// The reason why a replicator begins again although the cloud answered.
enum Setback: Sendable {
    /// The cloud is another one, or older, than before.
    case anotherCloud
    /// The cloud does not know the sender.
    case unknownSender
    /// A listing cannot continue, or does not end.
    case listing

    /// The message if this happens again and again.
    var message: String {
        switch self {
        case .anotherCloud:
            "The cloud keeps changing its identity: two servers may answer at one address, each "
                + "with a copy of the data, or one is restored over and over. Nothing is lost "
                + "here; this device now syncs rarely. To solve it, let only one server answer "
                + "at that address."
        case .unknownSender:
            "The cloud refuses all edits of this device and does not know what it sent last: two "
                + "servers may answer at one address, or the cloud is damaged. Nothing is lost "
                + "here; this device now syncs rarely."
        case .listing:
            "The cloud keeps restarting its listing and never ends it: it may be damaged. Nothing "
                + "is lost here; this device now syncs rarely."
        }
    }
}
