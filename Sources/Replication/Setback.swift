/// Why a replicator begins anew, although the cloud answered.
enum Setback: Sendable {
    /// The cloud is another than it was, or older.
    case anotherCloud
    /// The cloud does not know who sends.
    case unknownSender
    /// A listing cannot continue, or does not end.
    case listing

    /// The message when it happens again and again.
    var message: String {
        switch self {
        case .anotherCloud:
            "The cloud answers as another one than before, again and again: two servers may answer "
                + "at one address, each with a copy of the data, or one is restored from a backup "
                + "all the time. Nothing is lost here; this device asks rarely now. Whoever runs "
                + "the cloud has one server answer."
        case .unknownSender:
            "The cloud takes nothing from this device, and says again and again that it does not "
                + "know what the device sent last: two servers may answer at one address, or the "
                + "cloud is damaged. Nothing is lost here; this device asks rarely now."
        case .listing:
            "The cloud begins its listing anew again and again, and never comes to the end: it may "
                + "be damaged. Nothing is lost here; this device asks rarely now."
        }
    }
}
